import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Agent } from '../agent.ts'
import { isRecord, readNestedFields, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'
import { readSession } from './read-session.ts'
import { readUpdates } from './updates.ts'

/** A log of the Agent Client Protocol: what an editor and an agent told each other, a message a line. */
export const acp: Agent = {
  id: 'acp',
  version: 1,
  name: 'Agent Client Protocol',
  label: 'log of the Agent Client Protocol',
  endings: ['.jsonl', '.ndjson'],
  recognises: ({ values }) => values.some((value) => isRecord(value) && isUpdate(value)),
  readLines: ({ records }) => {
    const all = readUpdates(records)
    const session = all.find((one) => one.session !== null)?.session ?? null
    const own = all.filter((one) => one.session === null || one.session === session)
    const others = new Set(all.map((one) => one.session).filter((id) => id !== null && id !== session))
    const usage = own.findLast(({ kind }) => kind === 'usage_update')?.fields ?? {}
    const cost = readNestedFields(usage, 'cost')
    const used = toNumberOrNull(usage['used'])
    const costUsd = cost['currency'] === 'USD' ? toNumberOrNull(cost['amount']) : null
    const title = own.findLast(({ kind }) => kind === 'session_info_update')?.fields['title']
    const start = records.find(({ value }) => value['method'] === 'session/new')?.value ?? {}
    return {
      session: readSession(own),
      title: toTextOrNull(title),
      workspace: toTextOrNull(readNestedFields(start, 'params')['cwd']),
      totals: {
        ...(used === null ? {} : { lastContextTokens: used }),
        ...(costUsd === null ? {} : { costUsd }),
      },
      remarks: [
        'what a compaction took out of what is sent is not told by the protocol',
        ...(others.size === 0
          ? []
          : [`it tells of ${formatCountWithNoun(others.size, 'more session')}, of which nothing is shown`]),
      ].slice(own.some(({ kind }) => kind === 'compaction_update') ? 0 : 1),
    }
  },
}

function isUpdate(value: Fields): boolean {
  const params = isRecord(value['params']) ? value['params'] : value
  return (
    (value['method'] === 'session/update' || value['method'] === undefined) &&
    typeof params['sessionId'] === 'string' &&
    typeof readNestedFields(params, 'update')['sessionUpdate'] === 'string'
  )
}
