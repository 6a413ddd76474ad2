import { continuation } from './acts/continuation.ts'
import { explore, request } from './acts/explore.ts'
import { firstAttempt } from './acts/first-attempt.ts'
import { tokenBucket } from './acts/token-bucket.ts'
import { recordTask, type Recording } from './record-task.ts'

/** The files of the sample task by name, as text; the same on every machine and every day. */
export function sampleTaskFiles(): ReadonlyMap<string, string> {
  const recording = recordTask(request, [...explore, ...firstAttempt, ...tokenBucket, ...continuation])
  return new Map([
    ['api_conversation_history.json', JSON.stringify(recording.messages, null, '\t')],
    ['ui_messages.json', JSON.stringify(recording.log, null, '\t')],
    ['task_metadata.json', JSON.stringify({ files_in_context: filesInContext(recording) }, null, '\t')],
    ['history_item.json', JSON.stringify(historyItem(recording), null, '\t')],
  ])
}

function filesInContext({ reads }: Recording): readonly unknown[] {
  return reads.map(({ path, ts, isEdit }, index) => ({
    path,
    record_state: reads.slice(index + 1).some((later) => later.path === path) ? 'stale' : 'active',
    record_source: isEdit ? 'roo_edited' : 'read_tool',
    roo_read_date: ts,
    roo_edit_date: isEdit ? ts : null,
    user_edit_date: null,
  }))
}

function historyItem({ messages, usages, startMs, endMs }: Recording): Readonly<Record<string, unknown>> {
  const sum = (key: 'tokensIn' | 'tokensOut' | 'cacheWrites' | 'cacheReads' | 'cost'): number =>
    usages.reduce((total, usage) => total + usage[key], 0)
  return {
    id: 'sample-harbour-rate-limiting',
    number: 1,
    ts: endMs,
    task: 'Add rate limiting to harbour.',
    tokensIn: sum('tokensIn'),
    tokensOut: sum('tokensOut'),
    cacheWrites: sum('cacheWrites'),
    cacheReads: sum('cacheReads'),
    totalCost: Number(sum('cost').toFixed(6)),
    size: JSON.stringify(messages).length,
    workspace: '/home/mara/code/harbour',
    mode: 'code',
    startedTs: startMs,
  }
}
