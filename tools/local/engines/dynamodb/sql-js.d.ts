/** The part of sql.js that is used here; the package ships no types. */
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
