import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { damagedHistory, validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { readRequestText } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { call, read, task } from '../../kernel/testing/small-histories.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { judgeBy, judgeContext } from '../testing/judge-by.ts'
import { measureActionAgreement, type Action, nextActionAgreement } from './next-action-agreement.ts'
const action = (tool: string | null, input: Record<string, unknown> = {}, text = ''): Action => ({
  tool,
  input,
  text,
})

describe('the agreement of two next steps', () => {
  const reading = action('read_file', { path: 'src/a.ts' })
  it.each<[string, Action, Action, number]>([
    ['the same', reading, action('read_file', { path: 'src/a.ts' }, 'Another reason.'), 1],
    ['the same file in another spelling', reading, action('read_file', { file_path: './src\\a.ts' }), 1],
    ['another file', reading, action('read_file', { path: 'src/b.ts' }), 0.5],
    ['another tool for the same file', reading, action('write_to_file', { path: 'src/a.ts' }), 0],
    ['a call and words', reading, action(null, {}, 'src/a.ts'), 0],
    [
      'one of two files',
      action('read_file', { args: { file: [{ path: 'a.ts' }, { path: 'b.ts' }] } }),
      action('read_file', { args: { file: [{ path: 'a.ts' }] } }),
      0.5 + 0.5 * (2 / 3),
    ],
    [
      'the same file with other contents',
      action('write_to_file', { path: 'a.ts', content: 'one' }),
      action('write_to_file', { path: 'a.ts', content: 'two' }),
      1,
    ],
    [
      'half of the words of a command',
      action('execute_command', { command: 'npm test' }),
      action('execute_command', { command: 'npm run' }),
      0.75,
    ],
    [
      'the same command elsewhere',
      action('execute_command', { command: 'npm test', cwd: 'packages' }),
      action('execute_command', { command: 'npm test' }),
      1,
    ],
    ['no arguments', action('list'), action('list'), 1],
    [
      'arguments of a tool that nobody knows',
      action('ask', { question: 'one two' }),
      action('ask', { question: 'two' }),
      0.5 + 0.5 * (2 / 3),
    ],
    ['the same words', action(null, {}, 'All done.'), action(null, {}, 'all done.'), 1],
    ['words that differ', action(null, {}, 'done'), action(null, {}, 'why'), 0.5],
  ])('is as it should be for %s', (_name, a, b, value) => {
    expect(measureActionAgreement(a, b)).toBeCloseTo(value, 12)
    expect(measureActionAgreement(b, a)).toBeCloseTo(value, 12)
  })
})

const source = conversationFor([task, ...read('1', 'src/a.ts', 'alpha')])
const continuation = [call('2', 'write_to_file', { path: 'src/a.ts', content: 'beta' })]
const answers = { tool: 'read_file', input: { path: 'src/a.ts' }, text: 'To see it.' }

describe('next action agreement', () => {
  it('asks from the full context and from the condensed one, and keeps what the task did', async () => {
    const model = judgeBy((label) =>
      label === 'full context' ? answers : { tool: null, input: null, text: 'What is to be done?' },
    )
    const measured = await nextActionAgreement.measure(
      createKeptSubject(source, [0], continuation),
      judgeContext(model),
    )
    expect(measured).toMatchObject({
      kind: 'measured',
      value: 0,
      evidence: {
        kind: 'next-action',
        full: { tool: 'read_file', input: '{"path":"src/a.ts"}', text: 'To see it.' },
        condensed: { tool: null, input: '', text: 'What is to be done?' },
        recorded: { tool: 'write_to_file', input: '{"path":"src/a.ts","content":"beta"}', text: '' },
        answers: [
          { label: 'full context', prompt: 'next-action@1' },
          { label: 'condensed context', prompt: 'next-action@1' },
        ],
        notes: [],
      },
    })
    const seen = model.asked.map((request) => readRequestText(request).includes('alpha'))
    expect(seen).toEqual([true, false])
  })

  it('names the tools of the full history to both', async () => {
    const xml: Message = {
      role: 'assistant',
      content: [
        { type: 'text', text: '<execute_command>\n<command>ls</command>\n<cwd>.</cwd>\n</execute_command>' },
      ],
    }
    const model = judgeBy(() => answers)
    const own = conversationFor([...source.messages, xml])
    await nextActionAgreement.measure(createKeptSubject(own, [0]), judgeContext(model))
    for (const request of model.asked)
      expect(readRequestText(request)).toContain('execute_command: command, cwd\nread_file: path\n')
  })

  it('tells both what the user said before the next step, and neither what came of it', async () => {
    const said: Message[] = [
      { role: 'user', content: 'Now the tests.' },
      { role: 'assistant', content: 'Running them.' },
    ]
    const model = judgeBy(() => answers)
    const measured = await nextActionAgreement.measure(
      createKeptSubject(source, [0], said),
      judgeContext(model),
    )
    for (const request of model.asked) {
      expect(readRequestText(request)).toContain('Now the tests.')
      expect(readRequestText(request)).not.toContain('Running them.')
    }
    expect(measured).toMatchObject({
      evidence: { recorded: { tool: null, input: '', text: 'Running them.' } },
    })
  })

  it('knows what a task of the XML era did next, and that nothing followed', async () => {
    const text = 'Now I read it.\n\n<read_file>\n<path>src/b.ts</path>\n</read_file>'
    const xml: Message = { role: 'assistant', content: [{ type: 'text', text }] }
    const model = judgeBy(() => answers)
    const measureRecordedAction = async (rest: Message[] | null) => {
      const measured = await nextActionAgreement.measure(
        createKeptSubject(source, [0], rest),
        judgeContext(model),
      )
      return (
        measured.kind === 'measured' && measured.evidence.kind === 'next-action' && measured.evidence.recorded
      )
    }
    expect(await measureRecordedAction([xml])).toMatchObject({
      tool: 'read_file',
      input: expect.stringContaining('<path>src/b.ts</path>'),
      text: 'Now I read it.',
    })
    expect(await measureRecordedAction(null)).toBeNull()
    expect(await measureRecordedAction([{ role: 'user', content: 'Thanks.' }])).toBeNull()
  })

  it.each([
    ['garbage', 'I would read the file.', 'unreadable', 2],
    ['a refusal', 'I cannot assist with that.', 'refused', 1],
  ])('has no value where the second answer is %s', async (_name, text, code, tries) => {
    const model = judgeBy((label) => (label === 'full context' ? answers : text))
    const measured = await nextActionAgreement.measure(createKeptSubject(source, [0]), judgeContext(model))
    expect(measured).toMatchObject({ kind: 'unusable', code, answers: { length: 1 + tries } })
  })

  it('is 1 for equal contexts and a model that always says the same to the same', async () => {
    const model = judgeBy((_label, content) => ({
      tool: content.length % 3 === 0 ? null : 'read_file',
      input: { path: `${content.length}.ts` },
      text: content.slice(0, 99),
    }))
    await fc.assert(
      fc.asyncProperty(fc.oneof(validHistory(), damagedHistory()), async (history) => {
        fc.pre(history.length > 0)
        const every = history.map((_, index) => index)
        const own = createKeptSubject(conversationFor(history), every, [{ role: 'user', content: 'Go on.' }])
        expect(await nextActionAgreement.measure(own, judgeContext(model))).toMatchObject({ value: 1 })
      }),
    )
  })
})
