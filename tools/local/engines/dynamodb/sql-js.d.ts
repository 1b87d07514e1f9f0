/** Types of the sql.js functions that we use. The package contains no types. */
declare module 'sql.js' {
  export interface Database {
    run(sql: string): Database;
    export(): Uint8Array;
    close(): void;
  }
  export default function initSqlJs(): Promise<{
    readonly Database: new (file: Uint8Array) => Database;
  }>;
}
