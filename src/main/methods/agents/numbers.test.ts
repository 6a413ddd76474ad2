import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { answering, scriptedModel } from '../../kernel/testing/scripted-model.ts'
import { answer, prompt, text, tool } from '../../kernel/testing/sized-history.ts'
import { composedMethod } from './composed.ts'

/*
 * Numbers of the documents that no other test of presets holds: what stays, what goes, what the summariser is shown, and
 * what is put back. Sizes are tokens at four characters each.
 */

const findPresetSettings = (id: string) => composedMethod.presets.find((preset) => preset.id === id)!.settings

async function runPreset(id: string, messages: readonly Message[]) {
  const model = scriptedModel(answering('Short.'))
  const { condensed, summary } = await runOn(
    composedMethod,
    findPresetSettings(id),
    conversationFor(messages),
    null,
    model,
  )
  const result = condensed?.conversation.messages ?? messages
  const kept = condensed?.provenance.messages.flatMap(({ sources }) => (sources.length === 1 ? sources : []))
  const changed = messages.flatMap((message, at) => (result.includes(message) ? [] : [at]))
  return { result, changed, kept: kept ?? messages.map((_, at) => at), asked: model.asked, summary }
}

/** A prompt, then so many rounds of a call and a result, then an answer. */
const task = (rounds: number, tokens: number): Message[] => [
  prompt(10),
  ...Array.from({ length: rounds }, () => tool(tokens)).flat(),
  answer(10),
]
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

describe('what stays', () => {
  it.each<[string, string, Message[], number[]]>([
    [
      'of OpenCode, 15,000 tokens: results of 4,900 fit three times, of 5,000 they do not beside their calls',
      'opencode',
      [prompt(10), ...task(8, 4900)],
      range(12, 19),
    ],
    [
      'of OpenCode 2, 15,000 tokens and back to the last prompt, however far that is',
      'opencode-2',
      [...task(3, 400), ...task(50, 400)],
      range(8, 110),
    ],
    [
      'of OpenCode 2, back to the prompt of a turn that begins far before: outputs count with the 500 tokens left of them',
      'opencode-2',
      [...task(3, 400), ...task(40, 9000), ...task(10, 9000), ...task(10, 9000)],
      range(8, 134),
    ],
    ['of OpenCode 2, nothing where there is one prompt', 'opencode-2', task(3, 400), []],
    [
      'of OpenCode 2, the newest turn where all would fit',
      'opencode-2',
      [...task(3, 400), ...task(2, 400)],
      range(8, 14),
    ],
    [
      'of the DeepSeek Harness, 32,000 of 200,000 tokens in whole rounds, turns or not',
      'dsh',
      task(40, 1900),
      range(49, 82),
    ],
    [
      'of Hermes, the first three, the newest prompt and 10,000 tokens',
      'hermes',
      [...task(3, 400), ...task(20, 900)],
      [0, 1, 2, 8, ...range(27, 50)],
    ],
    ['of pi, from the call behind the result that reaches 20,000 tokens', 'pi', task(9, 5000), range(13, 20)],
    [
      'of Cline, 20,000 tokens at three characters, back to the call before',
      'cline-agentic',
      task(9, 3000),
      range(9, 20),
    ],
    ['of Aider, half of 8,192 tokens', 'aider', task(20, 1000), range(33, 42)],
    [
      'of Inspect, the first and four fifths of the others',
      'inspect-trim',
      task(10, 50),
      [0, ...range(7, 22)],
    ],
    [
      'of OpenHands, four with what belongs to them, and 35',
      'openhands',
      task(40, 50),
      [...range(0, 5), ...range(47, 82)],
    ],
    ['of Crush, the newest prompt', 'crush', [...task(3, 900), ...task(3, 900)], [8]],
    ['of Claude Code, nothing', 'claude-code', task(3, 900), []],
    ['of Continue, nothing', 'continue', task(3, 900), []],
    ['of Qwen Code, a call that waits', 'qwen-code', task(3, 900).slice(0, 6), [5]],
  ])('%s', async (_name, id, messages, expected) => {
    const { kept, summary } = await runPreset(id, messages)
    expect(summary.error).toBeNull()
    expect(kept).toEqual(expected)
  })

  it('of Gemini is what follows a prompt behind 70 % of the characters', async () => {
    const turn = (tokens: number): Message[] => [prompt(10), ...tool(tokens), answer(10)]
    const [before, after] = [
      [...turn(6800), ...turn(3000), ...turn(10)],
      [...turn(7200), ...turn(2700), ...turn(10)],
    ]
    expect((await runPreset('gemini-cli', before)).kept).toEqual(range(8, 12))
    expect((await runPreset('gemini-cli', after)).kept).toEqual(range(4, 12))
  })

  it('of Codex’s server: 64,000 tokens of prompts, and 10,000 of answers', async () => {
    const messages = [
      prompt(10_000),
      answer(4000),
      prompt(30_000),
      answer(6000),
      ...tool(9000),
      prompt(30_000),
      answer(3900),
    ]
    const { kept, changed } = await runPreset('codex-remote-like', messages)
    expect(kept).toEqual([0, 2, 3, 6, 7])
    // 4,000 tokens are left for the oldest.
    expect(changed).toEqual([0, 1, 4, 5])
  })

  it('of Cline is never behind the newest prompt, unless the history begins with it', async () => {
    const late = [...task(9, 3000), ...task(9, 3000)]
    expect((await runPreset('cline-agentic', late)).kept[0]).toBe(20)
    const fresh = [...task(9, 3000), prompt(10), answer(30_000)]
    expect((await runPreset('cline-agentic', fresh)).kept[0]).toBe(20)
  })

  it('of OpenCode is nothing where all of it would stay, and never what stands before the first prompt', async () => {
    expect((await runPreset('opencode', task(2, 900))).kept).toEqual([])
    const summary: Message = { role: 'assistant', content: text(100), isSummary: true }
    const messages = [{ ...prompt(5), isBoilerplate: true }, summary, ...tool(900), ...task(2, 900)]
    expect((await runPreset('opencode', messages)).kept).toEqual(range(4, 10))
  })

  it('of classic Cline is all of it where notes for repeated reads give 30 %', async () => {
    const read = (tokens: number): Message[] =>
      tool(tokens, {}, 'read_file').map((message): Message =>
        JSON.parse(JSON.stringify(message).replace('"input":{}', '"input":{"path":"src/a.ts"}')),
      )
    const repeated = (tokens: number): Message[] => [
      prompt(10),
      ...read(tokens),
      ...tool(2000),
      ...tool(2000),
      ...read(tokens),
      answer(10),
    ]
    expect((await runPreset('cline-classic', repeated(3500))).kept).toEqual(range(0, 10))
    expect((await runPreset('cline-classic', repeated(2000))).kept.length).toBeLessThan(10)
  })
})

describe('outputs that go', () => {
  const rounds = (...tokens: number[]): Message[] => [prompt(5), ...tokens.flatMap((own) => tool(own))]

  it.each<[string, string, number[], number[]]>([
    [
      'of Claude Code: 20,000 tokens before the newest five',
      'claude-code-microcompact',
      [20_000, 1, 1, 1, 1, 1],
      [2],
    ],
    ['of Claude Code: not 19,999', 'claude-code-microcompact', [19_999, 1, 1, 1, 1, 1], []],
    ['of Inspect: all before the newest three', 'inspect-edit', [50, 50, 50, 50, 50], [2, 4]],
    // 500,000 characters are not too many: all but the newest five, and those that go out now.
    ['of Qwen Code: all before the newest five', 'qwen-microcompact', [62_500, 62_496, 1, 1, 1, 1, 1], [2]],
    // 600,000 characters and four that go out now: fourteen of 25,000 leave 250,004.
    [
      'of Qwen Code: the oldest until 250,000 characters are left',
      'qwen-microcompact',
      [...Array.from({ length: 24 }, () => 6250), 1],
      range(0, 15).map((at) => 2 + 2 * at),
    ],
  ])('%s', async (_name, id, tokens, expected) => {
    expect((await runPreset(id, rounds(...tokens))).changed).toEqual(expected)
  })

  it('of Gemini keep 40,000 characters beyond the newest 50,000 tokens, and the summariser reads them whole', async () => {
    const turn = (...tokens: number[]): Message[] => [...rounds(...tokens), answer(5)]
    const older = turn(...Array.from({ length: 15 }, () => 12_000))
    const { result, kept, asked } = await runPreset('gemini-cli', [...older, ...turn(30_000, 49_000)])
    expect(kept).toEqual(range(32, 38))
    const cut = result.flatMap((message, at) => (JSON.stringify(message).includes('left out') ? [at] : []))
    expect(cut).toEqual([4])
    expect(JSON.stringify(result[4])).toContain('[… 80000 characters left out …]')
    expect(JSON.stringify(asked[0]?.messages)).not.toContain('left out')
  })
})

describe('outputs that the DeepSeek Harness prunes', () => {
  /** Outputs of so many tokens: 8,192 characters are 2,048. */
  const pruned = (...tokens: number[]) =>
    runPreset('dsh', [prompt(5), ...tokens.flatMap((own) => tool(own)), answer(5)])

  it('have more than 8,192 characters, keep 4,096 and 1,024, and are enough below the trigger', async () => {
    const { changed, result, asked } = await pruned(2048, 2049, 40_000)
    expect(changed).toEqual([4, 6])
    expect(JSON.stringify(result[4])).toContain(`[… ${4 * 2049 - 5120} characters left out …]`)
    expect(asked).toEqual([])
  })

  it('are followed by a summary where what is left still reaches it', async () => {
    const { asked, kept } = await pruned(...Array.from({ length: 80 }, () => 2048), 40_000)
    expect(asked).toHaveLength(1)
    expect(kept.length).toBeLessThan(40)
  })
})

describe('what the summariser is shown', () => {
  it.each(['opencode', 'pi', 'cline-agentic'])('by %s are 2,000 characters of a result', async (id) => {
    const { asked } = await runPreset(id, [prompt(10), ...tool(9000), ...task(6, 5000)])
    expect(JSON.stringify(asked[0]?.messages)).toContain('[… 34000 characters left out …]')
  })

  it('by Cline is asked for 4,096 tokens at most', async () => {
    const { asked } = await runPreset('cline-agentic', task(9, 5000))
    expect(asked.map(({ maxTokens }) => maxTokens)).toEqual([4096])
  })
})

describe('what is put back', () => {
  const buildRead = (path: string, tokens: number): Message[] =>
    tool(tokens, {}, 'read_file').map((message): Message =>
      JSON.parse(JSON.stringify(message).replace('"input":{}', `"input":{"path":"${path}"}`)),
    )

  it.each([
    ['claude-code', 'path'],
    ['qwen-code', 'cut'],
  ])('by %s: five files of up to 5,000 tokens, a longer one as its %s', async (id, longer) => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) =>
      buildRead(`src/${name}.ts`, name === 'f' ? 5001 : 4999),
    )
    const { result } = await runPreset(id, [prompt(10), ...files, answer(10)])
    const shown = JSON.stringify(result)
    expect(['a', 'b', 'f'].map((name) => shown.includes(`File src/${name}.ts:`))).toEqual([
      false,
      true,
      longer === 'cut',
    ])
    expect(shown.includes('src/f.ts was used lately')).toBe(longer === 'path')
  })
})

describe('what Claude Code puts back beside files', () => {
  const skill = (name: string, tokens: number): Message => ({
    role: 'user',
    content: `Base directory for this skill: /skills/${name}\n\n${text(tokens)}`,
    isBoilerplate: true,
  })
  const planned = tool(10, {}, 'ExitPlanMode').map((message): Message =>
    JSON.parse(JSON.stringify(message).replace('"input":{}', '"input":{"plan":"First the parser."}')),
  )

  it('is the last plan and each called skill once, the newest first, with 5,000 tokens at most and 25,000 in all', async () => {
    const skills = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => skill(name, name === 'f' ? 9000 : 4900))
    const messages = [prompt(10), answer(5), ...skills, ...planned, skill('a', 4800), answer(10)]
    const { result } = await runPreset('claude-code', messages)
    const restored = result.find(({ content }) => JSON.stringify(content).includes('Plan:'))
    const shown = JSON.stringify(restored)
    expect(shown).toContain('Plan:\\nFirst the parser.')
    const names = [...shown.matchAll(/this skill: \/skills\/(\w)/g)].map(([, name]) => name)
    expect(names).toEqual(['a', 'f', 'e', 'd', 'c'])
    expect(shown).toContain('characters left out')
  })
})
