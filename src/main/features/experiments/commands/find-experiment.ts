import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

type Place = {
  /** Where the caller stands. */
  readonly folder: string
  /** Refuses names that several have, instead of taking the newest. */
  readonly isOneOnly?: boolean
}

/**
 * The experiment that a command line names: by id, by the file that it was started from, by name, or by the beginning of
 * one. Of several with one name the newest is meant, and one of this machine before what came from elsewhere.
 */
export async function findExperiment(
  name: string,
  client: Dewpoint['client'],
  { folder, isOneOnly = false }: Place,
): Promise<ExperimentSummary> {
  const listed = await client.experiments.list()
  const all = listed.toSorted((one, other) => Number(one.isImported) - Number(other.isImported))
  const withId = all.find(({ id }) => id === name)
  if (withId !== undefined) return withId
  const wanted = (await readExperimentName(resolve(folder, name))) ?? name
  const exact = all.filter((one) => one.name === wanted)
  const found =
    exact.length > 0 ? exact : all.filter((one) => one.name.toLowerCase().startsWith(wanted.toLowerCase()))
  const [newest] = found
  if (newest === undefined || wanted === '') {
    throw new CliFailure({
      message: `There is no experiment ${name}.`,
      hint: 'See `dewpoint experiment list`.',
    })
  }
  const isClear = found.length === 1 || (!isOneOnly && found.every((one) => one.name === newest.name))
  if (isClear) return newest
  const shown = found.slice(0, 5).map((one) => `${one.id} (${one.name})`)
  throw new CliFailure({
    message: `Several experiments are called ${name}, or begin like it.`,
    hint: `Name one by its id: ${shown.join(', ')}${found.length > 5 ? ' …' : '.'}`,
  })
}

/** The name that an experiment file gives; null where there is no such file. */
async function readExperimentName(path: string): Promise<string | null> {
  if (!existsSync(path)) return null
  const text = await readFileText(path, 1_000_000).catch(() => '')
  const { parseDocument } = await import('yaml')
  const value: unknown = parseDocument(text).get('name')
  return typeof value === 'string' ? value : null
}
