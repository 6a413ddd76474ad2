import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLaunchArguments } from './launch-arguments.ts'

const workingFolder = resolve('/work')

function read(argv: readonly string[], isPackaged = false) {
  return readLaunchArguments(argv, { isPackaged, workingFolder })
}

describe('readLaunchArguments', () => {
  it('finds nothing where nothing is asked for', () => {
    expect(read(['electron', 'out/main/electron.js'])).toEqual({ request: {}, dataFolder: undefined })
    expect(read(['dewpoint'], true)).toEqual({ request: {}, dataFolder: undefined })
  })

  it('takes the folder after the script, or first in a packaged app', () => {
    const request = { targets: [resolve(workingFolder, 'task')] }
    expect(read(['electron', 'out/main/electron.js', 'task']).request).toEqual(request)
    expect(read(['dewpoint', 'task'], true).request).toEqual(request)
  })

  it.each([
    [['--data', 'store', 'task']],
    [['task', '--data', 'store']],
    [['--data=store', 'task']],
    [['--enable-logging', '--data=store', '--remote-debugging-port=0', 'task']],
  ])('takes the data folder out of %j', (words) => {
    expect(read(['dewpoint', ...words], true)).toEqual({
      request: { targets: [resolve(workingFolder, 'task')] },
      dataFolder: resolve(workingFolder, 'store'),
    })
  })

  it('skips the switches that stand before the script', () => {
    const argv = [
      'electron',
      '--inspect=0',
      '--remote-debugging-port=0',
      'out/main/electron.js',
      '--data',
      'store',
    ]
    expect(read(argv)).toEqual({ request: {}, dataFolder: resolve(workingFolder, 'store') })
  })

  it('takes a link for a link', () => {
    expect(read(['dewpoint', 'dewpoint://run/r1'], true).request).toEqual({ link: 'dewpoint://run/r1' })
  })
})
