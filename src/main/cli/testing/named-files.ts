import type { Command } from 'commander'
import { buildProgram } from '../program.ts'

/** Placeholders that stand for no file. A new one is taken for a file until it is written down here. */
const words = new Set(
  `agent answer api arm baseline budget code... command cut... days format goal group i/n id ids id[@version] key key=value... latency level messages minutes model model... moment
  name note number numbers order percent place places preset preset@version prompt protocol provider providers purpose query range
  role seconds sizes state target term text tokens kind url usd variant vendor when window word... words`.split(
    /\s+/,
  ),
)

/** Every option and argument that names a file or a folder, such as `condense --out`; but `--data`, which all have. */
export function namedFiles(): readonly string[] {
  return listFileArguments(
    buildProgram('1.2.3', () => async () => undefined),
    '',
  )
}

function listFileArguments(command: Command, name: string): readonly string[] {
  const options = command.options.flatMap(({ flags, long }) => {
    const placeholder = /[<[](.+)[>\]]$/.exec(flags)?.[1]
    return placeholder === undefined || words.has(placeholder) || long === '--data' ? [] : [`${name} ${long}`]
  })
  const places = command.registeredArguments
    .filter((one) => !words.has(one.name()))
    .map((one) => `${name} <${one.name()}>`)
  const below = command.commands.flatMap((one) => listFileArguments(one, `${name} ${one.name()}`.trim()))
  return [...options, ...places, ...below]
}
