import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { makeFolders } from '../../../platform/files/make-folder.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'

/** Languages of the compactors to begin with: the file, how it is named in the gate, and how it is built before. */
const starters = {
  typescript: { file: 'compactor.ts', names: 'module: compactor.ts', build: null },
  python: { file: 'compactor.py', names: 'command: [python3, compactor.py]', build: null },
  ruby: { file: 'compactor.rb', names: 'command: [ruby, compactor.rb]', build: null },
  shell: { file: 'compactor.sh', names: 'command: [sh, compactor.sh]', build: null },
  go: { file: 'compactor.go', names: 'command: [./compactor]', build: 'go build -o compactor compactor.go' },
  rust: {
    file: 'compactor.rs',
    names: 'command: [./compactor]',
    build: 'rustc -O -o compactor compactor.rs',
  },
} as const
export type StarterLanguage = keyof typeof starters
/** What can be asked for. */
// The keys of the table, as its type says.
export const starterLanguages = Object.keys(starters) as StarterLanguage[]

/** `dewpoint gate init`. */
export function addGateInitCommand(gate: Command, run: Runner): void {
  addCommand(
    gate,
    'init',
    'Write gate.yaml, a compactor to begin with, and a workflow for GitHub.',
    'gate init --language python',
  )
    .addOption(
      new Option('--language <name>', 'language of the compactor')
        .choices(starterLanguages)
        .default('typescript'),
    )
    .option('--force', 'replace files that exist')
    .action(run(runGateInit))
}

type InitOptions = CommonOptions & {
  readonly language: StarterLanguage
  readonly force?: boolean
}

async function runGateInit(options: InitOptions, context: CommandContext): Promise<number> {
  const { language, force } = options
  const resources = join(context.installFolder, 'resources', 'gate')
  const { file, build } = starters[language]
  const workflow = await readFileText(join(resources, 'workflow.yml'), 100_000)
  const files = [
    ['gate.yaml', writeGateFile(language)],
    [file, await readFileText(join(resources, file), 100_000)],
    [join('.github', 'workflows', 'compaction-gate.yml'), writeWorkflow(workflow, build)],
  ] as const
  const { folder } = context
  return withDewpoint(options, context, async ({ guard }) => {
    for (const [name] of files) await guard.check(join(folder, name))
    makeFolders(join(folder, '.github', 'workflows'))
    const opened = []
    // All are looked at before one is written.
    for (const [name, text] of files)
      opened.push({ text, output: await openOutputFile(name, { folder, force, guard }) })
    for (const { text, output } of opened) await output?.write(text)
    const next = build === null ? '' : `Build it with \`${build}\`. `
    await context.terminal.out(
      `${files.map(([name]) => join(folder, name)).join('\n')}\n${next}Write a baseline with \`dewpoint gate --update\`, then keep it beside the gate.\n`,
    )
    return 0
  })
}

function writeGateFile(language: StarterLanguage): string {
  return `# What \`dewpoint gate\` tries, and how. All that is left out here has a default: see docs/gate.md of Dewpoint.
compactor:
  name: compactor
  ${starters[language].names}
formats: [anthropic]
histories: 12
tokens: [20000]
rounds: [1, 3, 5]
# Points of a hundred that may be lost without being worse.
margin: 5
baseline: gate-baseline.json
`
}

function writeWorkflow(workflow: string, build: string | null): string {
  const step = build === null ? '' : `      - name: Build the compactor\n        run: ${build}\n`
  return workflow.replace(/^ *#BUILD#\n/m, step)
}
