/** A credential process, as a profile of AWS names one: prints what the address in its argument gives. */
const [, , url = ''] = process.argv;
process.stdout.write(await (await fetch(url)).text());
