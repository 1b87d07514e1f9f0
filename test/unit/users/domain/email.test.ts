import { describe, expect, it } from 'vitest';
import { isEmail } from '#shared/users/domain/user';

describe('an e-mail address', () => {
  it.each([
    'a@b.co',
    "o'neill+tag@mail.example.com",
    'a.b_c~d@x-y.example',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
    `a@${'b.'.repeat(120)}example`,
  ])('may be %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    ...['', '@', 'a', 'a@', '@b.co', 'a@b', 'a@b.', 'a@.b', 'a@b..co', 'a@-b.co', 'a@b-.co', 'a@b.c_o'],
    ...['a b@c.de', 'a@b@c.de', 'a@b.co ', 'é@b.co', 'a@bé.co', 'a(b)@c.de', '"a"@b.co'],
    ...[`${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(64)}.co`, `a@${'b.'.repeat(130)}example`],
  ])('is not "%s"', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
