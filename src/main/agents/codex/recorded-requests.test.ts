import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'
import { readItems, sentForms, sentItems } from '../testing/sent-items.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded/codex')
const isPresent = existsSync(recorded)

type Sent = Readonly<{
  kind: string
  body: unknown
  answer: Readonly<{ usage: Readonly<{ in: number; out: number }> }>
}>

describe.skipIf(!isPresent)('what the recorded Codex sent', () => {
  let sent: Sent[] = []
  let task: ImportedTask
  beforeAll(async () => {
    const lines = readFileSync(join(recorded, 'requests.jsonl'), 'utf8').trim().split('\n')
    sent = lines.map((line): Sent => JSON.parse(line))
    const [rollout] = readdirSync(join(recorded, 'storage'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.jsonl'),
    )
    task = await importTask(join(recorded, 'storage', rollout ?? ''))
  })

  it('is the history of each request, message by message', () => {
    expect(readItems(task)).toEqual(sentItems(sent, sentForms.codex))
  })

  it('has the usage of each request, and of each summary apart', () => {
    const listUsageFigures = ({ kind, answer }: Sent) => [kind, answer.usage.in, answer.usage.out]
    const input = (usage: ImportedTask['usage']['requests'][number] = {}): number =>
      (usage.tokensIn ?? 0) + (usage.cacheReads ?? 0) + (usage.cacheWrites ?? 0)
    expect([
      ...task.usage.requests.map((usage) => ['turn', input(usage), usage.tokensOut]),
      ...task.usage.condensations.map(({ usage }) => ['summary', input(usage), usage?.tokensOut]),
    ]).toEqual(
      [...sent.filter(({ kind }) => kind === 'turn'), ...sent.filter(({ kind }) => kind === 'summary')].map(
        listUsageFigures,
      ),
    )
  })

  it('has its compactions, with what was before and what Codex reckoned after', () => {
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'auto', tokensBefore: 108_001, tokensAfter: 7141 },
      { kind: 'summary', trigger: 'manual', tokensBefore: 60_660, tokensAfter: 7129 },
    ])
    expect(task.messages.filter(({ isSummary }) => isSummary)).toHaveLength(2)
    expect(task.problems).toEqual([])
  })
})
