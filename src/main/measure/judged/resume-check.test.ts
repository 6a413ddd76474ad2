import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { readRequestText } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, read } from '../../kernel/testing/small-histories.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { judgeBy, judgeContext } from '../testing/judge-by.ts'
import { resumeCheck } from './resume-check.ts'

const user: Message = { role: 'user', content: 'Fix the parser. Never touch src/legacy.ts.' }
const ran = (id: string, command: string): Message[] => [
  call(id, 'execute_command', { command }),
  answer(id, `Command executed: ${command}\nExit code: 0`),
]
const source = conversationFor([user, ...read('1', 'src/a.ts', 'alpha'), ...ran('2', 'npm test')])
const future = [...read('3', 'src/b.ts', 'beta'), ...ran('4', 'npm run build')]

type Step = { readonly tool: string | null; readonly input?: Readonly<Record<string, string>> }
const reads = (path: string): Step => ({ tool: 'read_file', input: { path } })
const runs = (command: string): Step => ({ tool: 'execute_command', input: { command } })
const says: Step = { tool: null }

async function check(full: readonly Step[], condensed: readonly Step[], kept = [0]) {
  const model = judgeBy((label) => {
    const at = Number(/step (\d+)/.exec(label)?.[1]) - 1
    return { ...((label.startsWith('full') ? full : condensed)[at] ?? says), text: '' }
  })
  const subject = createKeptSubject(source, kept, future)
  const measured = await Promise.all(resumeCheck.map(({ measure }) => measure(subject, judgeContext(model))))
  const values = measured.map((one) => (one.kind === 'measured' ? one.value : one.kind))
  const [first] = measured
  const evidence = first?.kind === 'measured' && first.evidence.kind === 'resume' ? first.evidence : null
  return { model, values, evidence }
}

describe('the resume check', () => {
  it.each<[string, readonly Step[], readonly Step[], readonly (number | null)[]]>([
    ['nothing for the same new steps', [reads('src/b.ts')], [reads('src/b.ts')], [0, 0, 0]],
    ['a file that the full context shows', [reads('src/b.ts')], [reads('./src/a.ts')], [1, 0, 0]],
    ['a command again without a change since', [says], [runs('npm  test')], [0, 1, 0]],
    ['another command', [says], [runs('npm run lint')], [0, 0, 0]],
    [
      'a change that the user forbids',
      [says],
      [{ tool: 'write_to_file', input: { path: 'src/legacy.ts', content: 'x' } }],
      [0, 0, 1],
    ],
    ['what goes wrong from the full context, taken off', [reads('src/a.ts')], [says], [-1, 0, 0]],
  ])('counts %s', async (_name, full, condensed, values) => {
    expect((await check(full, condensed)).values).toEqual(values)
  })

  it('goes on with results of the record where the call is the same, and ends where there is none', async () => {
    const steps = [reads('src/b.ts'), reads('src/a.ts'), reads('src/c.ts'), runs('npm test')]
    const { model, evidence } = await check([says], steps)
    expect(evidence?.condensed.map(({ result }) => result)).toEqual(['continuation', 'history', 'none'])
    expect(evidence?.full.map(({ result }) => result)).toEqual(['none'])
    expect(model.asked).toHaveLength(4)
    expect(readRequestText(model.asked[2]!)).toContain('File: src/b.ts\nbeta')
    expect(readRequestText(model.asked[1]!)).not.toContain('beta')
  })

  it('takes no more actions than are wished', async () => {
    const { evidence } = await check(
      [says],
      Array.from({ length: 5 }, () => reads('src/b.ts')),
    )
    expect(evidence?.condensed).toHaveLength(3)
  })

  it('asks the three metrics together, and keeps actions, findings and answers', async () => {
    const { model, evidence } = await check([says], [reads('src/a.ts')])
    expect(model.asked).toHaveLength(3)
    expect(evidence).toMatchObject({
      bans: [{ kind: 'path', target: 'src/legacy.ts', rule: 'Never touch src/legacy.ts.' }],
      condensed: [{ findings: [{ kind: 're-read', path: 'src/a.ts', messageIndex: 1 }] }, { findings: [] }],
      answers: { length: 3 },
    })
  })

  it('has no value for bans where the user forbids nothing by name', async () => {
    const plain = conversationFor([{ role: 'user', content: 'Fix it.' }])
    const measured = await resumeCheck[2]?.measure(
      createKeptSubject(plain, [0], future),
      judgeContext(judgeBy(() => says)),
    )
    expect(measured).toMatchObject({ kind: 'measured', value: null })
  })

  it('is unusable where the model cannot be read', async () => {
    const model = judgeBy(() => 'no idea')
    const measured = await resumeCheck[0]?.measure(
      createKeptSubject(source, [0], future),
      judgeContext(model),
    )
    expect(measured).toMatchObject({ kind: 'unusable', code: 'unreadable' })
  })
})
