import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The script of the npm that this was started with, of the one beside this Node, or of the first in PATH. */
export function npmScript(): string {
  const found = [
    process.env['npm_execpath'],
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...npmsInPath(),
  ].find((path) => path !== undefined && path.endsWith('npm-cli.js') && existsSync(path))
  if (found === undefined) throw new Error('npm was not found: install it, or start this with npm run')
  return found
}

function npmsInPath(): readonly string[] {
  const commands = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  return commands.filter((command) => existsSync(command)).map((command) => realpathSync(command))
}
