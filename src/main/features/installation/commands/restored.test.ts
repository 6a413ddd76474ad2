import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let cli: CommandLine
const resolveTestFile = (name: string): string => join(cli.folder, name)
const profile = `profiles add work --vendor openai-compatible --model model-1 --base-url http://own.example/v1 --window 100000 --max-output 1000`
beforeEach(async () => {
  cli = await makeCommandLine()
  await cli.run(profile.split(' '))
  await cli.run(['backup', 'saved'])
})
afterEach(() => cli.clean())

/** As if the backup were restored on another machine. */
async function restoreElsewhere(): Promise<string> {
  rmSync(resolveTestFile('data'), { recursive: true })
  return (await cli.run(['restore', 'saved'])).out
}

describe('restored', () => {
  it('lists what waits after a restore, and lets it act item by item', async () => {
    const saved = new Database(resolveTestFile('saved'))
    saved
      .prepare('insert into arm_permits values (?, 1)')
      .run('["command",["sh","-c","evil\\u001b[2J"],[],null]')
    saved.close()
    // The key of the profile is for its server, the permit for anything.
    expect(await restoreElsewhere()).toContain(
      '3 things of the backup would act outside of Dewpoint and do nothing until you confirm each: see `dewpoint restored`.',
    )
    expect((await cli.run(['profiles', 'list'])).out).not.toContain('own.example')
    const { out } = await cli.run(['restored'])
    expect(out).toContain('The model profile work (work) asks model-1 at http://own.example/v1.')
    expect(out).toContain('The key in DEWPOINT_KEY_WORK may go to http://own.example.')
    expect(out).toContain('This may run or be asked as a method: the command sh -c "evil\\u001b[2J".')
    const findShownCode = (word: string): string =>
      (out.split('\n').find((line) => line.includes(word)) ?? '').slice(0, 12)
    expect(
      await cli.run([
        'restored',
        '--confirm',
        findShownCode('model profile'),
        '--discard',
        findShownCode('as a method'),
      ]),
    ).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Confirmed\. The model .+\nThrown away\. This may run .+\n\n\w{12} {2}The key .+\n$/,
      ),
    })
    expect((await cli.run(['profiles', 'list'])).out).toContain('work')
    expect(await cli.json(['restored'])).toMatchObject({
      asleep: [{ kind: 'key' }],
      confirmed: [],
      discarded: [],
    })
  })

  it('has nothing to say where the same was there before', async () => {
    const { out } = await cli.run(['restore', 'saved'])
    expect(out).not.toContain('dewpoint restored')
    expect((await cli.run(['restored'])).out).toBe('Nothing of a restored backup waits to be confirmed.\n')
    expect((await cli.run(['profiles', 'list'])).out).toContain('work')
  })

  it('confirms nothing that it does not know, nor takes the name of what is there', async () => {
    expect(await cli.run(['restored', '--confirm', 'nothing'])).toMatchObject({
      code: 2,
      err: 'dewpoint: Nothing of a restored backup is called nothing. List them with `dewpoint restored`.\n',
    })
    await restoreElsewhere()
    await cli.run(profile.split(' '))
    const things = (await cli.json(['restored'])) as { asleep: readonly { code: string; kind: string }[] }
    const { code } = things.asleep.find(({ kind }) => kind === 'model')!
    expect(await cli.run(['restored', '--confirm', code])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is a model profile of this name already'),
    })
  })
})
