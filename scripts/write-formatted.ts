import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { toolScript } from './gate/run-command.ts'

/** Writes a text to a file of the repository, formatted as the gate asks for. */
export function writeFormatted(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  execFileSync(process.execPath, [toolScript('oxfmt'), file])
}
