import Database from 'better-sqlite3'

type Permits = {
  readonly arms: readonly { readonly target: string; readonly allowedTs: number }[]
  readonly keys: readonly { readonly variable: string; readonly origin: string }[]
}

/**
 * Gives a restored database the permits of the one that it replaces: what may run here, and where keys of this
 * environment may go, is said on this machine and not in a file. Variables that the old database says nothing of keep
 * what the backup has. `replaced` is a path, of a database that may be gone, damaged or older.
 */
export function keepPermits(restored: Database.Database, replaced: string): void {
  const { arms, keys } = readPermits(replaced)
  restored.transaction(() => {
    restored.exec('delete from arm_permits')
    const arm = restored.prepare('insert into arm_permits (target, allowed_ts) values (?, ?)')
    for (const { target, allowedTs } of arms) arm.run(target, allowedTs)
    const forget = restored.prepare('delete from key_permits where variable = ?')
    for (const { variable } of keys) forget.run(variable)
    const key = restored.prepare('insert into key_permits (variable, origin) values (?, ?)')
    for (const { variable, origin } of keys) key.run(variable, origin)
  })()
}

function readPermits(path: string): Permits {
  let database: Database.Database | null = null
  try {
    database = new Database(path, { readonly: true, fileMustExist: true })
    return {
      // The tables are Dewpoint's own and strict.
      arms: database
        .prepare<[], Permits['arms'][number]>('select target, allowed_ts as allowedTs from arm_permits')
        .all(),
      keys: database.prepare<[], Permits['keys'][number]>('select variable, origin from key_permits').all(),
    }
  } catch {
    return { arms: [], keys: [] }
  } finally {
    database?.close()
  }
}
