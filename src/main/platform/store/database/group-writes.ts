import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Connection } from './connection.ts'

/** So long what is to be written waits for more, in milliseconds: a commit waits for the disk, and all else for it. */
const gatherMs = 10

type Waiting<Item> = {
  readonly item: Item
  readonly written: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Writes what comes at about the same time in one transaction. A call ends once its own item is on the disk. Where the
 * whole cannot be written, each item is tried alone, so that one that does not fit takes no other with it.
 */
export function groupWrites<Item>(
  connection: Pick<Connection, 'write'>,
  write: (db: Transaction<Tables>, item: Item) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = []
  const flush = async (): Promise<void> => {
    const group = waiting
    waiting = []
    try {
      await connection.write(async (db) => {
        for (const { item } of group) await write(db, item)
      })
      for (const { written } of group) written()
    } catch (error) {
      if (group.length === 1) group[0]?.failed(error)
      else
        for (const { item, written, failed } of group)
          await connection.write((db) => write(db, item)).then(written, failed)
    }
  }
  return (item) =>
    new Promise((written, failed) => {
      waiting.push({ item, written, failed })
      if (waiting.length === 1) setTimeout(() => void flush(), gatherMs)
    })
}
