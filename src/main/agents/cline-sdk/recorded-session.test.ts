import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded/cline')
const isPresent = existsSync(recorded)
const id = '1795351777676_ksv95'
const file = join(recorded, `storage/.cline/data/sessions/${id}/${id}.messages.json`)

describe.skipIf(!isPresent)('a session that Cline recorded while its requests were', () => {
  it('has the history of each request as it was sent, but for a summary that the next one overwrote', async () => {
    const task = await importTask(file)
    const sent = sentItems(recordedRequests(join(recorded, 'requests.jsonl')), sentForms.cline)
    const read = readItems(task)
    expect(read).toHaveLength(29)
    expect(read.slice(0, 17)).toEqual(sent.slice(0, 17))
    // Cline keeps its last compaction alone: of the first one, what was kept is known and the summary is not.
    expect(read.slice(17, 28).map((items) => items.slice(1))).toEqual(
      sent.slice(17, 28).map((items) => items.slice(1)),
    )
    expect(read.at(-1)).toEqual(sent.at(-1))
    expect(task.usage.condensations).toMatchObject([
      { kind: 'opaque', tokensBefore: 43_200, tokensAfter: 10_800 },
      { kind: 'summary' },
    ])
    expect(task.problems.map(({ severity }) => severity)).toEqual(['warning'])
  })

  it('has every figure once, without the cached tokens in its input', async () => {
    const { usage, title, workspace, model } = await importTask(file)
    const sum = (key: 'tokensIn' | 'tokensOut' | 'cacheReads'): number =>
      usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    // The sums of the manifest.
    expect([sum('tokensIn'), sum('tokensOut'), sum('cacheReads')]).toEqual([575_422 - 345_242, 5220, 345_242])
    expect({ title, workspace, model }).toEqual({
      title: 'HARBOUR-A. Work on the harbour booking service in this folder.',
      workspace: '/home/mara/harbour',
      model: 'm',
    })
  })
})
