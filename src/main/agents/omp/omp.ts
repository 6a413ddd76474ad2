import { basename, dirname } from 'node:path'
import type { Agent } from '../agent.ts'
import type { LineRecord } from '../json-lines.ts'
import { isRecord, toTextOrNull } from '../json/fields.ts'
import type { PiFamily } from '../pi/family.ts'
import { listPiRemarks } from '../pi/pi.ts'
import { readSession } from '../pi/read-session.ts'
import { buildSessionTree } from '../pi/tree.ts'
import { readOmpMessage } from './messages.ts'
import { listSessionFolders } from './places.ts'
import { readServiceTiers } from './read-service-tiers.ts'
import { ompWriter } from './write-session.ts'

const ompFamily: PiFamily = {
  readMessage: readOmpMessage,
  thoughtsLeftOutSince: Infinity,
  unansweredCalls: 'left out',
  readServiceTerms: readServiceTiers,
}

/** A session of oh-my-pi: pi's tree of entries behind a line with the title. */
export const omp: Agent = {
  id: 'omp',
  version: 2,
  name: 'oh-my-pi',
  label: 'oh-my-pi session',
  agent: 'omp',
  readSessionId: ({ head }) => toTextOrNull(head?.values.filter(isRecord).find(isHeader)?.['id']),
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some((value) => isRecord(value) && isOwn(value)),
  readLines: ({ records }, { path }) => {
    const tree = buildSessionTree(records.filter(({ value }) => !isTitle(value)))
    const { session, apartUsd } = readSession(tree, ompFamily)
    return {
      session,
      title: findTitle(records),
      workspace: toTextOrNull(tree.header?.['cwd']),
      parentId: findParentId(path),
      usage: apartUsd > 0 ? { apartUsd } : {},
      remarks: listPiRemarks(tree, knownTypes, knownRoles),
    }
  },
  places: (machine) => listSessionFolders(machine).map((path) => ({ path })),
  writer: ompWriter,
}

type Fields = LineRecord['value']

function isTitle({ type, v, pad }: Fields): boolean {
  return type === 'title' && typeof v === 'number' && typeof pad === 'string'
}

function isHeader({ type }: Fields): boolean {
  return type === 'session'
}

/** Older files begin with the header, as those of pi do; the models that they name stand in one text. */
function isOwn(value: Fields): boolean {
  return isTitle(value) || (value['type'] === 'model_change' && toTextOrNull(value['model']) !== null)
}

/** The name of the session: the first line has the present one, others had it before. */
function findTitle(records: readonly LineRecord[]): string | null {
  const front = records.find(({ value }) => isTitle(value))?.value
  const changed = records.findLast(({ value }) => value['type'] === 'title_change')?.value
  const header = records.find(({ value }) => isHeader(value))?.value
  return toTextOrNull(front?.['title']) ?? toTextOrNull(changed?.['title']) ?? toTextOrNull(header?.['title'])
}

/** Subagents lie in a folder that is named as the file of their session. */
function findParentId(path: string): string | null {
  return /^\d{4}-\d\d-\d\dT[\d-]+Z_(.+)$/.exec(basename(dirname(path)))?.[1] ?? null
}

const knownTypes = [
  'model_usage',
  'service_tier_change',
  'title_change',
  'ttsr_injection',
  'session_init',
  'mode_change',
  'credential_pin',
  'reset_boundary',
  'archive',
]
const knownRoles = ['developer', 'pythonExecution', 'fileMention']
