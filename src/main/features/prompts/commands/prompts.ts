import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { buildTable, type Block } from '../../../../shared/document/document.ts'
import { findNamed } from '../../../../shared/kernel/find-named.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { Prompt, PromptPurpose, PromptVersion } from '../../../../shared/prompts/prompt-types.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { parseVersion } from '../../../terminal/arguments/numbers.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatTime } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { askAndPrint, printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

const promptHelp = 'id or name of a prompt (see `dewpoint prompts list`)'

/** `dewpoint prompts …`. */
export function addPromptCommands(program: Command, run: Runner): void {
  const prompts = program
    .command('prompts')
    .description('Keep prompts for summaries, with all their versions.')
    .helpCommand(false)
  addCommand(prompts, 'list', 'List the prompts.', 'prompts list', { isDefault: true }).action(
    run((options: CommonOptions, context: CommandContext) =>
      askAndPrint(options, context, (client) => client.prompts.list(), buildPromptTable),
    ),
  )
  addCommand(prompts, 'show', 'Print a prompt.', 'prompts show short --version 2')
    .argument('<prompt>', promptHelp)
    .option('--version <number>', 'a version (default: the newest)', parseVersion)
    .action(run(showPrompt))
  addCommand(
    prompts,
    'add',
    'Add a prompt, or a new version of one.',
    'prompts add short --file short.md --note "No code"',
  )
    .argument('<name>', 'name of the prompt (one that exists gets a new version)')
    .requiredOption('-f, --file <file>', 'file with the text')
    .option('--note <text>', 'why it was written')
    .addOption(
      new Option('--purpose <purpose>', 'what a new prompt summarises').choices([
        'conversation',
        'tool-output',
      ]),
    )
    .action(run(addPrompt))
  addCommand(prompts, 'remove', 'Remove a prompt with all its versions.', 'prompts remove short')
    .argument('<prompt>', promptHelp)
    .action(run(removePrompt))
  addCommand(prompts, 'diff', 'Compare two versions of a prompt.', 'prompts diff short --from 1 --to 2')
    .argument('<prompt>', promptHelp)
    .option('--from <number>', 'the older version (default: the one before `--to`)', parseVersion)
    .option('--to <number>', 'the newer version (default: the newest)', parseVersion)
    .action(run(diffPrompt))
}

type Client = Dewpoint['client']

function buildPromptTable(prompts: readonly Prompt[]): readonly Block[] {
  return [
    buildTable(
      ['prompt', 'name', 'for', 'versions', 'changed (UTC)'],
      prompts.map(({ id, name, purpose, isBuiltIn, versions }) => [
        id,
        name,
        purpose,
        isBuiltIn ? 'built in' : String(versions.length),
        isBuiltIn ? '' : formatTime(versions.at(-1)?.createdTs ?? 0),
      ]),
    ),
  ]
}

type ShowPromptOptions = CommonOptions & { readonly version?: number }

/** `dewpoint prompts show <prompt>`: its text alone. */
async function showPrompt(
  name: string,
  options: ShowPromptOptions,
  context: CommandContext,
): Promise<number> {
  const prompt = await withDewpoint(options, context, ({ client }) => findPrompt(client, name))
  const { versions, ...rest } = prompt
  const shown = requirePromptVersion(prompt, options.version ?? versions.length)
  await context.terminal.out(options.json === true ? formatJson({ ...rest, ...shown }) : `${shown.text}\n`)
  return 0
}

type AddPromptOptions = CommonOptions & {
  readonly file: string
  readonly note?: string
  readonly purpose?: PromptPurpose
}

/** `dewpoint prompts add <name>`: a prompt, or a new version of the one with this name. */
async function addPrompt(name: string, options: AddPromptOptions, context: CommandContext): Promise<number> {
  const text = await readText(resolve(context.folder, options.file))
  const { note = '', purpose } = options
  const [prompt, isNew] = await withDewpoint(options, context, async ({ client }) => {
    const before = await lookUp(client, name)
    if (before === undefined) {
      const created = await client.prompts.create({ name, purpose: purpose ?? 'conversation', text, note })
      return [created, true] as const
    }
    if (purpose !== undefined && purpose !== before.purpose)
      throw new CliFailure({
        message: `${before.name} is for ${before.purpose}.`,
        hint: 'Choose another name.',
      })
    const after = await client.prompts.addVersion({ promptId: before.id, text, note })
    return [after, after.versions.length > before.versions.length] as const
  })
  const newest = prompt.versions.length
  const said = isNew
    ? `Version ${newest} of ${prompt.name} added. Its id is ${prompt.id}.`
    : `Version ${newest} of ${prompt.name} already has this text, so nothing was added.`
  return printAnswer(options, context, prompt, () => said)
}

/** `dewpoint prompts remove <prompt>`. */
async function removePrompt(name: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const prompt = await withDewpoint(options, context, async ({ client }) => {
    const found = await lookUp(client, name)
    if (found === undefined) throw makeNoSuchPromptFailure(name)
    await client.prompts.remove({ promptId: found.id })
    return found
  })
  const said = `${prompt.name} removed with ${formatCountWithNoun(prompt.versions.length, 'version')}.`
  return printAnswer(options, context, { removed: prompt.id }, () => said)
}

type DiffPromptOptions = CommonOptions & { readonly from?: number; readonly to?: number }

/** `dewpoint prompts diff <prompt>`: a unified diff; nothing where both versions are equal. */
async function diffPrompt(
  name: string,
  options: DiffPromptOptions,
  context: CommandContext,
): Promise<number> {
  const prompt = await withDewpoint(options, context, ({ client }) => findPrompt(client, name))
  const to = requirePromptVersion(prompt, options.to ?? prompt.versions.length)
  const from = requirePromptVersion(prompt, options.from ?? Math.max(1, to.version - 1))
  const label = (version: PromptVersion): string => `${prompt.id}, version ${version.version}`
  const { createTwoFilesPatch } = await import('diff')
  const patch = createTwoFilesPatch(label(from), label(to), `${from.text}\n`, `${to.text}\n`)
  const diff = from.text === to.text ? '' : patch.replace(/^=+\n/, '')
  await context.terminal.out(
    options.json === true ? formatJson({ id: prompt.id, from: from.version, to: to.version, diff }) : diff,
  )
  return 0
}

/** By id or whole name alone: what is changed or removed has to be named in full. */
async function lookUp(client: Client, name: string): Promise<Prompt | undefined> {
  const prompts = await client.prompts.list()
  const folded = name.trim().toLowerCase()
  return prompts.find(({ id }) => id === name) ?? prompts.find((one) => one.name.toLowerCase() === folded)
}

async function findPrompt(client: Client, name: string): Promise<Prompt> {
  const found = findNamed(await client.prompts.list(), name, (prompt) => prompt)
  switch (found.kind) {
    case 'found':
      return found.item
    case 'none':
      throw makeNoSuchPromptFailure(name)
    case 'several':
      throw new CliFailure({
        message: `Several prompts fit ${name}.`,
        hint: `Name one of: ${found.items.map(({ id }) => id).join(', ')}.`,
      })
  }
}

function makeNoSuchPromptFailure(name: string): CliFailure {
  return new CliFailure({ message: `There is no prompt ${name}.`, hint: 'See `dewpoint prompts list`.' })
}

function requirePromptVersion({ name, versions }: Prompt, version: number): PromptVersion {
  const found = versions.find((one) => one.version === version)
  if (found !== undefined) return found
  throw new CliFailure({
    message: `${name} has no version ${version}.`,
    hint: `It has ${formatCountWithNoun(versions.length, 'version')}.`,
  })
}

async function readText(file: string): Promise<string> {
  const most = 100_000
  // No character of UTF-8 has more bytes than this.
  const text = await readFileText(file, most * 4)
  const { length } = text.trim()
  if (length > 0 && length <= most) return text
  throw new CliFailure({
    message:
      length === 0
        ? 'The file is empty.'
        : `The file has more than ${most.toLocaleString('en-US')} characters.`,
    where: file,
  })
}
