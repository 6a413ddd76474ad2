import { describe, expect, it } from 'vitest'
import { wiring } from '../../cli/wiring.ts'
import type { CommandContext } from '../context.ts'
import { createTerminal } from '../terminal.ts'
import { createProgress, formatProgressLine } from './progress.ts'

function shown(isWatched: boolean, progress: boolean): string {
  let err = ''
  const context: CommandContext = {
    terminal: createTerminal({
      out: async () => undefined,
      err: (text) => {
        err += text
      },
      isWatched,
      hasColour: false,
    }),
    folder: '/',
    installFolder: '/',
    ...wiring,
    env: {},
    signal: new AbortController().signal,
  }
  const line = createProgress({ progress }, context)
  line.show('counting', 1, 10)
  line.show('counting', 1, 10)
  line.show('saving', 0, 0)
  line.end()
  return err
}

describe('progress', () => {
  it('is silent where nobody watches', () => {
    expect(shown(false, false)).toBe('')
  })

  it('goes to a log line by line when it is asked for', () => {
    expect(shown(false, true)).toBe('counting 1/10 (10 %)\nsaving\n')
  })

  it('rewrites its line for a person and leaves nothing behind', () => {
    expect(shown(true, false)).toBe(
      `\rcounting 1/10 (10 %)\rcounting 1/10 (10 %)\r${'saving'.padEnd(20)}\r      \r`,
    )
  })

  it('needs no total', () => {
    expect(formatProgressLine('reading', 0, 0)).toBe('reading')
  })
})
