/** Work lists: an overview with counts, a list with its rows, and one row with its actions. */

import { Action } from '#ops/console/browser/action';
import { readWorkList, workLists } from '#ops/console/browser/work-lists';
import { viewPath } from '#site/console/components/address';
import { Facts } from '#site/console/components/facts';
import { FilterBar } from '#site/console/components/filter-bar';
import { Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import type { View } from '#site/console/components/views';

export const work: View = async () => {
  const lists = await Promise.all(
    Object.entries(workLists).map(async ([name, list]) => ({ name, list, found: await readWorkList(list) })),
  );
  return (
    <>
      <Title title="To do" />
      <ul class="cards">
        {lists.map(({ name, list, found }) => (
          <li key={name} class={found.rows.length > 0 ? 'waiting' : undefined}>
            <a href={viewPath('list', name)}>{list.title}</a>
            <strong>{found.count}</strong>
            <span>{found.oldest || 'All clear'}</span>
          </li>
        ))}
      </ul>
    </>
  );
};

export const list: View = async ({ parts: [name = '', id], filters: values }) => {
  const known = Object.hasOwn(workLists, name) ? workLists[name] : undefined;
  if (known === undefined) return undefined;
  const { title, actions = [], names, leadsTo, filters } = known;
  const { rows, count, oldest } = await readWorkList(known, values);
  if (id === undefined)
    return (
      <>
        <Title title={title} />
        {filters && <FilterBar filters={filters} values={values} path={viewPath('list', name)} />}
        <p class="hint">{[count, oldest].filter(Boolean).join(', ')}</p>
        <Table rows={rows} about={title} names={names} leadsTo={leadsTo} />
      </>
    );
  const row = rows.find((one) => one.id === id);
  if (row === undefined)
    return (
      <>
        <Title title={title} id={id} />
        <p>This entry is no longer open.</p>
      </>
    );
  return (
    <>
      <Title title={title} id={id}>
        {actions.map((action) => (
          <Action key={action.verb} {...action} options={{ id }} />
        ))}
      </Title>
      <Facts fields={row} />
    </>
  );
};
