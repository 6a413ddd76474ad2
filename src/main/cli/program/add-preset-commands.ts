import type { Command } from 'commander'
import type { CommonOptions } from '../context.ts'
import type { ExportPresetOptions, ImportPresetOptions } from '../commands/preset-files.ts'
import type { DuplicatePresetOptions, RenamePresetOptions, SavePresetOptions } from '../commands/presets.ts'
import { command, type Runner } from './command.ts'

const presetHelp =
  'id of a preset, `provider:id` where several providers have it, `id@2` for a version; see `dewpoint presets list`'

/** `dewpoint presets …`. */
export function addPresetCommands(program: Command, run: Runner): void {
  const presets = program
    .command('presets')
    .description('List the presets, and keep settings as presets of your own, with all their versions.')
    .helpCommand(false)
  command(presets, 'list', 'List the presets, built-in ones first.', 'presets list truncation', {
    isDefault: true,
  })
    .argument('[provider]', 'of this provider only')
    .action((provider: string | undefined, options: CommonOptions) =>
      run(async (context) =>
        (await import('../commands/presets.ts')).listPresets(provider, options, context),
      ),
    )
  command(presets, 'show', 'Show a preset with its settings and versions.', 'presets show truncation:mine@1')
    .argument('<preset>', presetHelp)
    .action((name: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/presets.ts')).showPreset(name, options, context)),
    )
  addChanges(presets, run)
  addVersionCommands(presets, run)
  addFiles(presets, run)
}

function addChanges(presets: Command, run: Runner): void {
  command(
    presets,
    'save',
    'Save settings as a preset, or as a new version of one.',
    'presets save --provider truncation --id mine --settings settings.json --label "Mine" --note "Longer"',
  )
    .requiredOption('-p, --provider <id>', 'provider that the settings are for; see `dewpoint providers`')
    .requiredOption('--id <id>', 'small letters, digits and dashes; one that exists gets a new version')
    .requiredOption('--settings <file>', 'JSON file with settings; what it leaves out are the defaults')
    .option('--label <text>', 'name for people; the id without it')
    .option('--description <text>', 'what it does')
    .option('--note <text>', 'why this version was saved')
    .action((options: SavePresetOptions) =>
      run(async (context) => (await import('../commands/presets.ts')).savePreset(options, context)),
    )
  command(presets, 'duplicate', 'Copy a preset, a built-in one too.', 'presets duplicate balanced --as mine')
    .argument('<preset>', presetHelp)
    .option('--as <id>', 'id of the copy; a free one without it')
    .option('--label <text>', 'name for people')
    .action((name: string, options: DuplicatePresetOptions) =>
      run(async (context) =>
        (await import('../commands/presets.ts')).duplicatePreset(name, options, context),
      ),
    )
  command(
    presets,
    'rename',
    'Give a preset another label; its id stays.',
    'presets rename mine --label "Ours"',
  )
    .argument('<preset>', presetHelp)
    .requiredOption('--label <text>', 'name for people')
    .option('--description <text>', 'what it does')
    .action((name: string, options: RenamePresetOptions) =>
      run(async (context) => (await import('../commands/presets.ts')).renamePreset(name, options, context)),
    )
}

function addVersionCommands(presets: Command, run: Runner): void {
  command(
    presets,
    'restore',
    'Go back to an older version, by a new version with its settings.',
    'presets restore mine@1',
  )
    .argument('<preset@version>', 'an older version; `dewpoint presets show` lists them')
    .action((name: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/presets.ts')).restorePreset(name, options, context)),
    )
  command(presets, 'remove', 'Remove a preset of your own with all its versions.', 'presets remove mine')
    .argument('<preset>', presetHelp)
    .action((name: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/presets.ts')).removePreset(name, options, context)),
    )
}

function addFiles(presets: Command, run: Runner): void {
  command(
    presets,
    'export',
    'Write a preset as a file that others can import.',
    'presets export mine --out mine.preset.json',
  )
    .argument('<preset>', presetHelp)
    .option('-o, --out <file>', 'write to a file instead of stdout')
    .option('--force', 'replace the file if it exists')
    .action((name: string, options: ExportPresetOptions) =>
      run(async (context) =>
        (await import('../commands/preset-files.ts')).exportPreset(name, options, context),
      ),
    )
  command(
    presets,
    'import',
    'Take a preset from a file: a new one, or the next version of the one with its id.',
    'presets import mine.preset.json --as theirs',
  )
    .argument('<file>', 'a file that `presets export` wrote')
    .option('--as <id>', 'another id than the file’s')
    .action((file: string, options: ImportPresetOptions) =>
      run(async (context) =>
        (await import('../commands/preset-files.ts')).importPreset(file, options, context),
      ),
    )
}
