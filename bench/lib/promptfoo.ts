import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runScript } from '../../scripts/gate/run-command.ts'

/** The version that docs/speed.md was measured with. */
export const promptfooVersion = '0.121.20'

/** Where it is looked for, and put by `DEWPOINT_PROMPTFOO=install`; a folder with its package may be named instead. */
const cacheFolder = join(homedir(), '.cache', 'dewpoint-bench', `promptfoo-${promptfooVersion}`)

/** The script of promptfoo's command; null where it is not installed. It is large, and no dependency of ours. */
export async function findPromptfoo(): Promise<string | null> {
  const wish = process.env['DEWPOINT_PROMPTFOO'] ?? ''
  const folder = wish === '' || wish === 'install' ? cacheFolder : wish
  const script = join(folder, 'node_modules', 'promptfoo', 'dist', 'src', 'entrypoint.js')
  if (wish === 'install' && !existsSync(script)) await install(folder)
  return existsSync(script) ? script : null
}

async function install(folder: string): Promise<void> {
  console.log(`  installing promptfoo ${promptfooVersion} into ${folder}`)
  mkdirSync(folder, { recursive: true })
  const npm = process.env['npm_execpath']
  if (npm === undefined) throw new Error('promptfoo is installed by `npm run bench`, which names npm')
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `promptfoo@${promptfooVersion}`]
  const { code, output } = await runScript(npm, args)
  if (code !== 0) throw new Error(`promptfoo could not be installed:\n${output.slice(-2000)}`)
}

/** An evaluation of promptfoo: each text as a prompt, for so many providers that answer at once. */
export type PromptfooRun = {
  readonly script: string
  readonly folder: string
  readonly prompts: readonly string[]
  readonly providers: number
}

/** Runs an evaluation to its end. Gives the bytes of its folder afterwards. */
export async function runPromptfoo({ script, folder, prompts, providers }: PromptfooRun): Promise<number> {
  const data = join(folder, 'promptfoo')
  mkdirSync(data, { recursive: true })
  prompts.forEach((prompt, at) => writeFileSync(join(folder, `cut-${at}.txt`), prompt))
  writeFileSync(
    join(folder, 'provider.mjs'),
    "export default class { id() { return 'fixed' } async callApi() { return { output: 'A summary of what was done.' } } }\n",
  )
  const config = {
    prompts: ['Condense this conversation.\n{{history}}'],
    providers: Array.from({ length: providers }, (_, at) => ({
      id: `file://${join(folder, 'provider.mjs')}`,
      label: `v${at}`,
    })),
    tests: prompts.map((_, at) => ({ vars: { history: `file://${join(folder, `cut-${at}.txt`)}` } })),
  }
  const file = join(folder, 'promptfooconfig.json')
  writeFileSync(file, JSON.stringify(config))
  const options = ['-j', '4', '--no-cache', '--no-table', '--no-progress-bar', '--no-share']
  const env = {
    PROMPTFOO_CONFIG_DIR: data,
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  }
  const { code, output } = await runScript(script, ['eval', '-c', file, ...options], { env })
  if (code !== 0) throw new Error(`promptfoo ended with exit code ${code}:\n${output.slice(-2000)}`)
  return sizeOf(data)
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}
