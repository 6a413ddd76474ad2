import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pMap from 'p-map'
import { agents } from './agents/agent-list.ts'
import type { Result } from './agents/judge.ts'
import { probeAgents } from './agents/probe/probe-agents.ts'
import { probedAgents } from './agents/probe/probed-agents.ts'
import { armRowOf, armsTable, markdownTable, readersTable, rowOf } from './agents/results-table.ts'
import { resumeAgents, resumeOthers } from './agents/resume/resume-agents.ts'
import { stageAgent } from './agents/stage-agent.ts'
import { writeResults } from './agents/write-results.ts'

/**
 * `npm run agents` leads real agents through a scripted task and holds the readers of their files to every request that
 * they sent, and arms to what they made of their histories; `npm run agents -- codex pi` takes those alone, and `--keep` leaves what
 * they stored and sent in the temporary folder. With `--resume`, they go on with condensed copies of their own sessions
 * instead, and with `--histories=<folder>` besides, with copies of the histories below it. With `--probe`, they go on from what
 * methods leave of their sessions, by `dewpoint probe`, against a model that answers from what it is sent. Writes the results into
 * docs/agents.md, but for those of histories. The exit code is 1 for a difference that is not known, and for a run that
 * broke off.
 */

const root = join(import.meta.dirname, '..')
const document = join(root, 'docs', 'agents.md')
/** Each agent may take a core. */
const atOnce = 2

async function main(args: readonly string[]): Promise<void> {
  const isKept = args.includes('--keep')
  const histories = args.find((arg) => arg.startsWith('--histories='))?.slice('--histories='.length)
  const wanted = args.filter(
    (arg) => !['--keep', '--resume', '--probe'].includes(arg) && !arg.startsWith('--histories='),
  )
  const all = args.includes('--probe') ? probedAgents : agents
  const unknown = wanted.filter((id) => !all.some((agent) => agent.id === id))
  if (unknown.length > 0) {
    console.error(`no agent is called ${unknown.join(', ')}; there are ${all.map(({ id }) => id).join(', ')}`)
    process.exitCode = 1
    return
  }
  const cache = process.env['DEWPOINT_AGENTS_CACHE'] ?? join(root, '.cache', 'agents')
  const isWanted = ({ id }: { readonly id: string }): boolean => wanted.length === 0 || wanted.includes(id)
  if (args.includes('--probe')) {
    if (!(await probeAgents(probedAgents.filter(isWanted), cache))) process.exitCode = 1
    return
  }
  const chosen = agents.filter(isWanted)
  if (args.includes('--resume')) {
    const isGood =
      histories === undefined
        ? await resumeAgents(chosen, cache, document)
        : await resumeOthers(chosen, cache, histories)
    if (!isGood) process.exitCode = 1
    return
  }
  const results = await pMap(
    chosen,
    (agent) => stageAgent(agent, { cache, isKept, note: (line) => console.log(`${agent.id}: ${line}`) }),
    { concurrency: atOnce },
  )
  console.log(`\n${markdownTable(readersTable, results.map(rowOf))}`)
  console.log(`\n${markdownTable(armsTable, results.flatMap(armRowOf))}`)
  for (const result of results) for (const line of remarksOn(result)) console.log(`${result.name}: ${line}`)
  // What was not run says nothing about the reader.
  const rows = results.filter(({ kind }) => kind !== 'skipped').map(rowOf)
  const names = agents.map(({ name }) => name)
  const written = writeResults(readFileSync(document, 'utf8'), readersTable, rows, names)
  writeFileSync(document, writeResults(written, armsTable, results.flatMap(armRowOf), names))
  if (results.some(isFailure)) process.exitCode = 1
}

function remarksOn(result: Result): readonly string[] {
  if (result.kind !== 'compared') return []
  const { unknown, refusedHosts } = result
  const refused = refusedHosts.length === 0 ? [] : [`was refused ${refusedHosts.join(', ')}`]
  return [...unknown, ...refused]
}

function isFailure(result: Result): boolean {
  return result.kind === 'broken' || (result.kind === 'compared' && result.unknown.length > 0)
}

// Leaving in order ends the agents and removes what they wrote.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await main(process.argv.slice(2))
