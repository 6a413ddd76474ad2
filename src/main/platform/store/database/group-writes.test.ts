import { expect, it } from 'vitest'
import { groupWrites } from './group-writes.ts'

/** A connection that keeps what a transaction has written when it ends, and nothing of one that fails. */
function recorded() {
  const commits: string[][] = []
  let open: string[] = []
  const connection = {
    write: async <T>(work: (db: never) => Promise<T>): Promise<T> => {
      open = []
      // Nobody asks anything of this database.
      const value = await work(null as never)
      commits.push(open)
      return value
    },
  }
  const save = groupWrites<string>(connection, async (_db, item) => {
    if (item.startsWith('bad')) throw new Error(`${item} does not fit`)
    open.push(item)
  })
  return { commits, save }
}

it('writes what comes at the same time in one transaction', async () => {
  const { commits, save } = recorded()
  await Promise.all(['a', 'b', 'c'].map(save))
  await save('d')
  expect(commits).toEqual([['a', 'b', 'c'], ['d']])
})

it('ends a call only when its item is written', async () => {
  const { commits, save } = recorded()
  await Promise.all(
    ['a', 'b'].map(async (item) => {
      await save(item)
      expect(commits.flat()).toContain(item)
    }),
  )
})

it('writes the others where one does not fit, and says which', async () => {
  const { commits, save } = recorded()
  const ends = await Promise.allSettled(['a', 'bad', 'c'].map(save))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(ends[1]).toMatchObject({ reason: new Error('bad does not fit') })
  expect(commits).toEqual([['a'], ['c']])
  await expect(save('bad again')).rejects.toThrow('bad again does not fit')
})
