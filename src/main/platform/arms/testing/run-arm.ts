import { runCommand } from '../run-command.ts'

/** Runs a command as an arm, to be killed meanwhile: node run-arm.ts <program> <argument>... */
await runCommand(
  {
    arm: 'arm',
    command: process.argv.slice(2),
    environment: { PATH: process.env['PATH'] ?? '' },
    document: '{}',
    exchange: 'pipe',
    timeLimitMs: 60_000,
    outputLimitBytes: 100_000,
  },
  new AbortController().signal,
)
