import { describe, expect, it } from 'vitest'
import { buildArmConfirmation } from './context.ts'
import { createTerminal, isYes, queueQuestions } from './terminal.ts'

const { signal } = new AbortController()

function terminalThat(answers?: (question: string) => boolean) {
  const said: string[] = []
  const terminal = createTerminal({
    out: () => Promise.resolve(),
    err: (text) => void said.push(text),
    isWatched: true,
    hasColour: false,
    ...(answers === undefined
      ? {}
      : {
          ask: async (question: string) => {
            said.push(question)
            return answers(question)
          },
        }),
  })
  return { terminal, said }
}

describe('who allows an external arm on the command line', () => {
  it('is nobody where nobody can type', () => {
    expect(buildArmConfirmation({}, { terminal: terminalThat().terminal, signal })).toEqual({})
  })

  it.each([true, false])('is the person at the terminal, who is told what it is: %s', async (isAllowed) => {
    const { terminal, said } = terminalThat(() => isAllowed)
    const { confirmArm } = buildArmConfirmation({}, { terminal, signal })
    expect(await confirmArm?.('the command python3 arm.py')).toBe(isAllowed)
    expect(said.join()).toMatch(/asks for the command python3 arm\.py.*\[y\/N\]/s)
  })

  it('is --allow-commands, which asks nobody and says what it allows', async () => {
    const { terminal, said } = terminalThat(() => false)
    const { confirmArm } = buildArmConfirmation({ allowCommands: true }, { terminal, signal })
    expect(await confirmArm?.('the address http://127.0.0.1:1')).toBe(true)
    expect(said).toEqual(['Allowed on this machine from now on: the address http://127.0.0.1:1\n'])
  })
})

describe('a question', () => {
  it.each([
    ['y', true],
    [' YES ', true],
    ['', false],
    ['n', false],
    ['yesterday', false],
  ])('that is answered with %j is a yes: %s', (answer, expected) => {
    expect(isYes(answer)).toBe(expected)
  })

  it('waits for the answer to the one before it, also when that fails', async () => {
    const asked: string[] = []
    const gates: PromiseWithResolvers<boolean>[] = []
    const ask = queueQuestions((question) => {
      asked.push(question)
      const gate = Promise.withResolvers<boolean>()
      gates.push(gate)
      return gate.promise
    })
    const first = ask('first', signal)
    const second = ask('second', signal)
    await Promise.resolve()
    expect(asked).toEqual(['first'])
    gates[0]?.reject(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    await Promise.resolve()
    gates[1]?.resolve(true)
    expect(await second).toBe(true)
    expect(asked).toEqual(['first', 'second'])
  })
})

describe('what a terminal is sent', () => {
  const hostile = '\u001b]52;c;x\u0007\u202e\u009b\rx'
  const shown = '⟨U+001B⟩]52;c;x⟨U+0007⟩⟨U+202E⟩⟨U+009B⟩⟨U+000D⟩x'

  function recordingTerminal(hasColour: boolean) {
    const sent: string[] = []
    const terminal = createTerminal({
      out: async (text) => void sent.push(text),
      err: (text) => void sent.push(text),
      isWatched: true,
      hasColour,
      ask: async (question) => sent.push(question) > 0,
    })
    return { terminal, sent }
  }

  it('cannot steer it, whichever way it goes', async () => {
    const { terminal, sent } = recordingTerminal(true)
    await terminal.out(hostile)
    terminal.err(hostile)
    terminal.rewrite(hostile)
    await terminal.ask?.(hostile, signal)
    expect(sent).toEqual([shown, shown, `\r${shown}`, shown])
  })

  it.each([
    [true, `\u001B[31m${shown}\u001B[0m${shown}\u001B[1m${shown}\u001B[22m`],
    [false, shown.repeat(3)],
  ])('is painted only by name, where there are colours: %s', async (hasColour, expected) => {
    const { terminal, sent } = recordingTerminal(hasColour)
    await terminal.out([{ text: hostile, paint: 'removed' }, hostile, { text: hostile, paint: 'match' }])
    expect(sent).toEqual([expected])
  })
})
