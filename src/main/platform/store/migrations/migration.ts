/** One step of the schema. A released step is never edited; a change is a new file with the next number. */
export type Migration = Readonly<{ version: number; sql: string }>
