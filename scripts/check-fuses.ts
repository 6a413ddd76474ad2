import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fusesOf, wantedFuses } from './shipping/fuses.ts'

/** `npm run fuses:check -- <program>`: whether a packaged program has the fuses that electron-builder.yml names. */

const [program = ''] = process.argv.slice(2)
const file = join(import.meta.dirname, '..', 'electron-builder.yml')
const wanted = wantedFuses(readFileSync(file, 'utf8'))
const found = await fusesOf(program)
const wrong = Object.entries(wanted).filter(([name, state]) => found[name] !== state)
for (const [name, state] of wrong)
  console.error(`${name} is ${String(found[name])} in ${program}, and is to be ${String(state)}.`)
if (wrong.length > 0) process.exit(1)
console.log(`${Object.keys(wanted).length} fuses are as electron-builder.yml names them.`)
