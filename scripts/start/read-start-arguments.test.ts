import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStartArguments } from './read-start-arguments.ts'

const caller = resolve('/caller')

describe('readStartArguments', () => {
  it('needs nothing', () => {
    expect(readStartArguments([], caller)).toEqual({
      dataFolder: undefined,
      port: undefined,
      open: true,
      targets: [],
    })
  })

  it('counts paths from where it was called', () => {
    expect(
      readStartArguments(['task', '/mnt/b', '--data', 'store', '--port', '0', '--no-open'], caller),
    ).toEqual({
      dataFolder: resolve(caller, 'store'),
      port: '0',
      open: false,
      targets: [resolve(caller, 'task'), resolve('/mnt/b')],
    })
  })

  it.each([
    [['--unknown'], /--unknown/],
    [['--data'], /--data/],
  ])('refuses %j', (words, message) => {
    expect(() => readStartArguments(words, caller)).toThrow(message)
  })
})
