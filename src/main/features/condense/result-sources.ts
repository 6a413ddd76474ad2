import { type ResultFile, resultFileSchema } from '../../../shared/condense/result-file-types.ts'
import type { Expanded, ResultSource } from '../../../shared/condense/runs-contract.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { formatIssueSentence } from '../../../shared/kernel/describe-issue.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { CheckReport } from '../../../shared/library/tasks-contract.ts'
import type { SourceRef } from '../../platform/workers/job.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireRun } from '../common/require-stored.ts'
import { runSource, runResult } from '../library/sources.ts'
import { buildResultFile } from './build-result-file.ts'
import type { CheckOutput } from './jobs/check-messages.ts'
import type { CheckResultFileOutput } from './jobs/check-result-file.ts'

/** The source of a result, from the result alone where that is possible and from the store where it is not. */
export async function expandResultSource(services: CoreServices, input: ResultSource): Promise<Expanded> {
  const file =
    'runId' in input
      ? await buildResultFile(services, input.runId)
      : readResultFile(input.file.name, input.file.text)
  const where = 'runId' in input ? input.runId : input.file.name
  const { messages, provenance, source } = file
  const { hidden, sha256, style } = source
  const stored = await findStoredSource(services, file)
  const output = await services.engine.run('expandResult', {
    messages,
    provenance,
    tag: file.tag ?? null,
    hidden,
    sha256,
    style,
    stored,
  })
  switch (output.kind) {
    case 'expanded': {
      const { kind: _kind, messages: expanded, ...rest } = output
      return { ...rest, messages: [...expanded] }
    }
    case 'not-reversible':
      throw new Problem({
        code: 'not-reversible',
        message: `${formatCountWithNoun(output.superseded, 'part')} of its source cannot be had back from this result, and the store does not have it`,
        where,
        hint: 'Expand it with the data folder of the run (`--data`), or condense with `--preset strict`.',
      })
    case 'damaged':
      throw new Problem({
        code: 'unreadable',
        message: `The messages no longer fit their provenance: ${output.message}`,
        where,
        hint: 'The result was changed after it was written. Condense the source again.',
      })
    default:
      return assertNever(output)
  }
}

async function findStoredSource({ store }: CoreServices, { runId }: ResultFile): Promise<SourceRef | null> {
  const run = runId === null ? null : await store.runs.get(runId)
  return run === null ? null : runSource(store, run)
}

/** Checks a run against its source, or a result file against all that it and the store say of its source. */
export async function checkResultSource(
  { store, engine }: CoreServices,
  input: ResultSource,
): Promise<CheckReport> {
  if ('file' in input) {
    const { name, text } = input.file
    return checkFile({ store, engine }, readResultFile(name, text))
  }
  const run = await requireRun(store, input.runId)
  const source = await runSource(store, run)
  if (run.status === 'unchanged') return buildCheckReport(await engine.run('checkTask', { source }))
  const stored = { source, result: await runResult(store, run) }
  return buildCheckReport(
    await engine.run('checkRun', { ...stored, providerId: run.providerId, settings: run.settings }),
  )
}

async function checkFile(
  { store, engine }: Pick<CoreServices, 'store' | 'engine'>,
  { messages, provenance, tag, source, providerId, settings, runId }: ResultFile,
): Promise<CheckReport> {
  const run = runId === null ? null : await store.runs.get(runId)
  const stored =
    run === null
      ? null
      : {
          source: await runSource(store, run),
          result: run.payloadBlob === null ? null : await runResult(store, run),
        }
  const { hidden, sha256 } = source
  return buildCheckReport(
    await engine.run('checkResultFile', {
      messages,
      provenance,
      tag: tag ?? null,
      hidden,
      sha256,
      stored,
      providerId: run?.providerId ?? providerId,
      settings: run?.settings ?? settings,
    }),
  )
}

function buildCheckReport({
  messages,
  violations,
  unchecked,
}: CheckOutput & Partial<CheckResultFileOutput>): CheckReport {
  const left = unchecked === undefined || unchecked.length === 0 ? {} : { unchecked: [...unchecked] }
  return { ok: violations.length === 0, messages, violations: [...violations], ...left }
}

/**
 * Parses a result file. The messages are those of `JSON.parse`, untouched, for a copy that a schema made would
 * lose the order of their keys. Throws a `Problem` that says where the file goes wrong.
 */
function readResultFile(name: string, text: string): ResultFile {
  const value = parse(name, text)
  const parsed = resultFileSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Problem({
      code: 'bad-input',
      message:
        `${name} is no result of Dewpoint: ${issue === undefined ? '' : formatIssueSentence(issue, 'it')}`.trim(),
      where: name,
      hint: 'Give the file that `dewpoint condense --out` wrote, or the id of a run.',
    })
  }
  // Validated just above; see the docstring for why the copy is not used.
  return value as ResultFile
}

function parse(name: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem({
      code: 'unreadable',
      message: `${name} is no JSON: ${describeError(error)}`,
      where: name,
      hint: 'Give the file that `dewpoint condense --out` wrote, or the id of a run.',
      cause: error,
    })
  }
}
