import { html } from 'hono/html';
import type { Language } from './language';
import { layout, type Markup } from './layout';

/** Why a page cannot be used. */
export type PageFailure = 'foreign' | 'unknown' | 'expired' | 'withdrawn' | 'too-large' | 'busy' | 'broken';

interface Words {
  readonly title: string;
  readonly text: string;
}

const statuses: Readonly<Record<PageFailure, number>> = {
  foreign: 403,
  unknown: 404,
  expired: 410,
  withdrawn: 410,
  'too-large': 413,
  busy: 503,
  broken: 500,
};

const words: Readonly<Record<Language, Readonly<Record<PageFailure, Words>>>> = {
  en: {
    foreign: {
      title: 'This was not sent from our page',
      text: 'Nothing was changed. Open the link that you were given, and send the form from there.',
    },
    unknown: {
      title: 'This link is not known',
      text: 'Check that you opened the whole link. If it still does not work, ask the sender for a new one.',
    },
    expired: {
      title: 'This link has expired',
      text: 'Ask the sender for a new one. Nothing was lost.',
    },
    withdrawn: {
      title: 'This link is no longer valid',
      text: 'The request was withdrawn or replaced by a newer one. Ask the sender for the newest link.',
    },
    'too-large': {
      title: 'That was too much at once',
      text: 'What was sent is larger than this page can take. Go back and try again.',
    },
    busy: {
      title: 'Too much at the same moment',
      text: 'Others are changing the same data right now. Nothing was changed by you. Please try again in a moment.',
    },
    broken: {
      title: 'Something went wrong on our side',
      text: 'Nothing was changed. Please try again in a moment.',
    },
  },
  es: {
    foreign: {
      title: 'Esto no se envió desde nuestra página',
      text: 'No se cambió nada. Abra el enlace que recibió y envíe el formulario desde allí.',
    },
    unknown: {
      title: 'No conocemos este enlace',
      text: 'Compruebe que abrió el enlace completo. Si sigue sin funcionar, pida uno nuevo a quien se lo envió.',
    },
    expired: {
      title: 'Este enlace ha vencido',
      text: 'Pida uno nuevo a quien se lo envió. No se perdió nada.',
    },
    withdrawn: {
      title: 'Este enlace ya no es válido',
      text: 'La solicitud se retiró o se reemplazó por otra más reciente. Pida el enlace más nuevo a quien se lo envió.',
    },
    'too-large': {
      title: 'Es demasiado de una vez',
      text: 'Lo enviado es más grande de lo que esta página admite. Vuelva atrás e inténtelo de nuevo.',
    },
    busy: {
      title: 'Demasiado en el mismo momento',
      text: 'Otras personas están cambiando los mismos datos. Usted no cambió nada. Inténtelo de nuevo en un momento.',
    },
    broken: {
      title: 'Algo falló de nuestro lado',
      text: 'No se cambió nada. Inténtelo de nuevo en un momento.',
    },
  },
};

/** A page that says why the link cannot be used, and what to do. */
export function failurePage(
  failure: PageFailure,
  language: Language,
): { readonly status: number; readonly markup: Markup } {
  const { title, text } = words[language][failure];
  return { status: statuses[failure], markup: layout({ language, title, content: html`<p>${text}</p>` }) };
}
