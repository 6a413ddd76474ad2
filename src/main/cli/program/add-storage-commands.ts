import type { Command } from 'commander'
import type { BackupOptions } from '../commands/backup.ts'
import type { DoctorOptions } from '../commands/doctor.ts'
import type { CommonOptions } from '../context.ts'
import { command, type Runner } from './command.ts'

/** `dewpoint doctor`, `backup` and `restore`: what looks after the data folder. */
export function addStorageCommands(program: Command, run: Runner): void {
  command(
    program,
    'doctor',
    'Check storage, database and runtime; exit code 1 where something is damaged. Changes nothing.',
    'doctor --salvage ~/saved.sqlite',
  )
    .option('--salvage <file>', 'copy every row that can be read into a new database')
    .option('--force', 'replace that file if it exists')
    .action((options: DoctorOptions) =>
      run(async (context) => (await import('../commands/doctor.ts')).doctorCommand(options, context)),
    )
  command(
    program,
    'backup',
    'Copy the database into one file and check the copy, also while Dewpoint runs.',
    'backup ~/dewpoint.backup',
  )
    .argument('<file>', 'where the copy goes')
    .option('--force', 'replace the file if it exists')
    .action((file: string, options: BackupOptions) =>
      run(async (context) => (await import('../commands/backup.ts')).backupCommand(file, options, context)),
    )
  command(
    program,
    'restore',
    'Put a backup in the place of the database, which is kept beside it. No Dewpoint may be open.',
    'restore ~/dewpoint.backup',
  )
    .argument('<file>', 'a file that `backup` or `doctor --salvage` wrote')
    .action((file: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/backup.ts')).restoreCommand(file, options, context)),
    )
}
