import { describe, expect, it } from 'vitest'
import { formatAsTyped, findOwnCommand } from './find-own-command.ts'

const cli = '/work/dewpoint/out/main/cli.js'
const from = (script: string, env: Readonly<Record<string, string>> = {}, workingFolder = '/home/ann') =>
  findOwnCommand({ argv: ['node', script], env, workingFolder })

describe.skipIf(process.platform === 'win32')('the command that advice names', () => {
  it.each([
    ['dewpoint', 'an installed one', from('/usr/local/bin/dewpoint')],
    ['npx dewpoint', 'npx', from(cli, { npm_package_name: 'dewpoint', npm_lifecycle_event: 'npx' })],
    [
      'npm run -s dewpoint --',
      'npm start',
      from(cli, { npm_package_name: 'dewpoint', npm_lifecycle_event: 'start' }),
    ],
    [
      'npm run -s dewpoint --',
      'npm run dewpoint',
      from(cli, { npm_package_name: 'dewpoint', npm_lifecycle_event: 'dewpoint' }),
    ],
    ['node out/main/cli.js', 'node in the checkout', from(cli, {}, '/work/dewpoint')],
    [`node ${cli}`, 'node from elsewhere', from(cli)],
    [`node ${cli}`, 'the desktop of a checkout', from('/work/dewpoint/out/main/electron.js')],
    [
      `node ${cli}`,
      'a script of another package',
      from(cli, { npm_package_name: 'other', npm_lifecycle_event: 'start' }),
    ],
  ])('is %s for %s', (command, _what, found) => {
    expect(found).toBe(command)
  })

  it('takes the place of every command that is quoted, and of no other word', () => {
    const text = 'dewpoint: See `dewpoint arms` and `dewpoint doctor`.'
    expect(formatAsTyped(text, 'npx dewpoint')).toBe(
      'dewpoint: See `npx dewpoint arms` and `npx dewpoint doctor`.',
    )
    expect(formatAsTyped(text, 'dewpoint')).toBe(text)
  })
})
