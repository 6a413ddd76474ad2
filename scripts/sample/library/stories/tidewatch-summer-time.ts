import { diffStat, gitLog, serviceLog, testRun } from '../logs.ts'
import { condense, edit, list, plan, read, run, say, search, think, typed, type Story } from '../story.ts'
import { tidewatchFiles, tidewatchTests } from './tidewatch.ts'

const tests = (failed: Parameters<typeof testRun>[2] = []) => testRun('vitest', tidewatchTests, failed)

const twice = {
  file: 'test/alert-window.test.ts',
  name: 'sends one alert for the night in which the clock goes back',
  lines: [
    'AssertionError: expected [ …2 items ] to have a length of 1',
    '  at test/alert-window.test.ts:58:24',
  ],
}

const summary = `## What the person asked for
Alerts of tidewatch are sent twice in the night of 25 October, when the clock goes back. Find out why, mend it, and check the six station adapters for the same mistake.

## Rules, in the person's words
- Levels stay whole millimetres everywhere, no floating point.
- src/proto is generated: never edit it.
- No new dependency; Node has all that is needed.
- The webhook body must not change, two harbours parse it with a regex.
- npm test after each change.

## Found
- src/alert-window.ts builds the key of a window from the local hour. 02:00 to 03:00 comes twice that night, so the second pass has the same key only when the offset is the same, which it is not.
- src/clock.ts has hourKey(), which puts the local hour and the offset together.
- Alert threshold for Bergen is 1840 mm; the quiet period is 90 minutes.

## Done
- alert-window.ts: the key is the UTC hour now. Its tests pass.
- adapters/bergen.ts and adapters/alesund.ts read times as UTC.

## Left
- adapters tromso, vardo, oslo, mandal
- docs/clock.md, CHANGELOG.md`

/** Alerts that are sent twice when the clock goes back: one cause, then a sweep over six adapters. */
export const tidewatchSummerTime: Story = {
  id: 'tidewatch-summer-time',
  agent: 'claude-code',
  title: 'Stop double alerts when the clock goes back',
  workspace: '/home/mara/code/tidewatch',
  branch: 'fix/summer-time',
  model: 'claude-sonnet-4-5-20250929',
  startedAt: '2026-10-26T07:12:08.000Z',
  files: tidewatchFiles,
  steps: [
    typed(`Last night every harbour got its high-water alert twice, an hour apart. It was the night in which the clock goes back, so I have a suspicion.

Rules for everything you do here:
- Levels stay whole millimetres everywhere, no floating point.
- src/proto is generated from the authority's files: never edit anything in it.
- No new dependency. Node 24 has all that is needed.
- The body of the webhook must not change, two harbours parse it with a regex.
- Run npm test after each change, and don't tell me that something works before it did.

Look first, then tell me what you found before you change anything.`),
    think(
      'The key of an alert window probably comes from the local hour, which repeats. Look at the code that decides whether an alert was sent.',
      'I start with what there is and where alerts are decided.',
      list('src'),
      search('hourKey', 'src'),
      run(
        'git log --oneline -6',
        gitLog([
          'Send alerts from a queue',
          'Read Vardø by its new feed',
          'Key alert windows by hour',
          'Move levels to millimetres',
          'Add the webhook for Mandal',
          'First adapters',
        ]),
      ),
    ),
    say('Two places build a key from an hour.', read('src/alert-window.ts'), read('src/clock.ts')),
    say(
      'Now the log of that night.',
      run(
        'tail -n 140 var/log/tidewatch.log',
        serviceLog('tidewatch', {
          lines: 140,
          events: [
            'level 1712 mm at bergen',
            'level 1655 mm at oslo',
            'queue is empty',
            'window 2026-10-25T02 is open',
            'webhook answered 204',
          ],
          odd: 'alert 1840 mm at bergen for window 2026-10-25T02 sent',
          oddEvery: 46,
        }),
      ),
    ),
    think(
      'The same window text is logged for both, yet the key differs: hourKey appends the offset, so +02:00 and +01:00 are two keys.',
      'Both alerts name window 2026-10-25T02, and both were sent. I look at how the key is compared.',
      read('src/alert-store.ts'),
      read('test/alert-window.test.ts'),
    ),
    say(`Found. \`alertKey\` in src/alert-window.ts takes \`hourKey(at)\`, which is the local hour with the offset behind it. In the night of 25 October 02:00 comes twice, once as +02:00 and once as +01:00. The level stays over 1840 mm, the window looks new, and the quiet period of 90 minutes is counted per key and so starts afresh.

I would use the UTC hour as the key, which never repeats. The text in the webhook stays local, so its body does not change. Shall I?`),
    typed(
      'Yes. Write the test first, I want to see it fail. And then check all six adapters: I remember that some of them parse local times, too.',
    ),
    say(
      'The plan, and the test.',
      plan(
        '- A test for the night of 25 October',
        'Key windows by the UTC hour',
        'Check the six adapters',
        'docs/clock.md and CHANGELOG.md',
      ),
      edit(
        'test/alert-window.test.ts',
        "describe('alert windows', () => {\n",
        "describe('alert windows', () => {\n  it('sends one alert for the night in which the clock goes back', () => {\n    const sent = alertsOf(levelsOver(1840, '2026-10-25T00:30Z', '2026-10-25T01:30Z'))\n    expect(sent).toHaveLength(1)\n  })\n\n",
      ),
      run('npm test', tests([twice]), 1),
    ),
    say(
      'It fails as last night did. Now the key.',
      edit(
        'src/alert-window.ts',
        '  return `${station}/${hourKey(at, zone)}`',
        '  return `${station}/${utcHourKey(at)}`',
      ),
    ),
    say(
      '`utcHourKey` has to be there, beside the other one.',
      edit(
        'src/clock.ts',
        'export function hourOf(at: Date): number {',
        '/** The hour in UTC, as 2026-10-25T01: it never comes twice. */\nexport function utcHourKey(at: Date): string {\n  return at.toISOString().slice(0, 13)\n}\n\nexport function hourOf(at: Date, zone: string): number {',
      ),
    ),
    think(
      'The text to replace was not there; read the file again to see the exact line.',
      'That did not match. I look at the exact line.',
      read('src/clock.ts'),
    ),
    say(
      'The signature has the zone in it already.',
      edit(
        'src/clock.ts',
        'export function hourOf(at: Date, zone: string): number {',
        '/** The hour in UTC, as 2026-10-25T01: it never comes twice. */\nexport function utcHourKey(at: Date): string {\n  return at.toISOString().slice(0, 13)\n}\n\nexport function hourOf(at: Date, zone: string): number {',
      ),
      run(
        'npm test',
        "src/alert-window.ts(31,27): error TS2304: Cannot find name 'utcHourKey'.\nnpm error code 2",
        2,
      ),
    ),
    say(
      'The import is missing.',
      edit(
        'src/alert-window.ts',
        "import { hourKey } from './clock.ts'",
        "import { utcHourKey } from './clock.ts'",
      ),
      run('npm test', tests()),
    ),
    say(
      'Green, with the new test among them. Now the adapters, one after the other.',
      plan(
        'x A test for the night of 25 October',
        'x Key windows by the UTC hour',
        '- Check the six adapters',
        'docs/clock.md and CHANGELOG.md',
      ),
      search('clock:', 'src/adapters'),
    ),
    ...['bergen', 'alesund'].flatMap((name) => [
      say(`${name} takes local time, and its feed has UTC.`, read(`src/adapters/${name}.ts`)),
      say(
        'One line.',
        edit(`src/adapters/${name}.ts`, "clock: 'station-local'", "clock: 'utc'"),
        run('npm test', tests()),
      ),
    ]),
    condense('auto', summary),
    think(
      'Tromsø, Vardø, Oslo and Mandal are left. Read them.',
      'On to the next four. I need to see what an adapter looks like once more.',
      read('src/adapters/tromso.ts'),
      read('src/adapters/vardo.ts'),
      read('src/clock.ts'),
    ),
    say(
      'Tromsø is right as it is. Vardø is not.',
      edit('src/adapters/vardo.ts', "clock: 'station-local'", "clock: 'utc'"),
      run('npm test', tests()),
    ),
    say('While I am here I regenerate the types of the feed, one field is missing.', {
      ...edit('src/proto/feed.ts', 'export type FeedRow', '// clock is UTC\nexport type FeedRow'),
      refused:
        'No! I said at the start that src/proto is generated and never edited. Leave it and go on with the adapters.',
    }),
    say(
      'You are right, that was one of your rules and I had lost it. The type can be narrowed in the adapter.',
      read('src/adapters/oslo.ts'),
      read('src/adapters/mandal.ts'),
    ),
    say(
      'Oslo is right. Mandal has the mistake and a second one: it divides by 1000.',
      edit('src/adapters/mandal.ts', "clock: 'station-local'", "clock: 'utc'"),
      search('/ 1000', 'src/adapters'),
    ),
    say(
      'That one makes metres of a level. Levels are whole millimetres.',
      edit(
        'src/adapters/mandal.ts',
        'level: Math.round(row.levelMm) / 1000',
        'level: Math.round(row.levelMm)',
      ),
      run(
        'npm test',
        tests([
          {
            file: 'test/adapters.test.ts',
            name: 'reads a level of Mandal',
            lines: ['AssertionError: expected 1712 to be 1.712', '  at test/adapters.test.ts:88:31'],
          },
        ]),
        1,
      ),
    ),
    think(
      'The test expects metres. Is the test wrong, or does somebody use metres? Search for users before changing the test.',
      'A test pins the metres. Before I call it wrong I look at who reads that level.',
      search('mandal', 'src'),
      read('test/adapters.test.ts'),
    ),
    say(
      'Nobody does: the only reader compares it with a threshold in millimetres, so Mandal never sent a single alert. I correct the test.',
      edit('test/adapters.test.ts', 'toBe(1.712)', 'toBe(1712)'),
      run('npm test', tests()),
    ),
    say(
      'All six adapters are checked. Then the documents.',
      plan(
        'x A test for the night of 25 October',
        'x Key windows by the UTC hour',
        'x Check the six adapters',
        '- docs/clock.md and CHANGELOG.md',
      ),
      read('docs/clock.md'),
      read('CHANGELOG.md'),
    ),
    say(
      'Two short paragraphs.',
      edit(
        'docs/clock.md',
        '## Windows\n',
        '## Windows\n\nThe key of a window is its hour in UTC. The local hour comes twice in the night in which the clock goes back, and alerts were sent twice.\n',
      ),
      edit(
        'CHANGELOG.md',
        '# Changelog\n',
        '# Changelog\n\n- Alerts are sent once in the night in which the clock goes back.\n- Mandal sends alerts: its level was read in metres.\n',
      ),
      run(
        'git diff --stat',
        diffStat(['CHANGELOG.md', 'docs/clock.md', 'src/alert-window.ts', 'src/clock.ts']),
      ),
    ),
    say(
      'Done. Windows are keyed by the UTC hour, four of six adapters read local times and now read UTC, and Mandal had never sent an alert because its level was divided by 1000. The body of the webhook is as it was, src/proto is untouched, no new dependency. npm test is green.',
    ),
    typed('Thank you. Is the threshold of Mandal right, then? The harbour master says 1650.'),
    say('I look it up.', read('src/thresholds.ts')),
    say(
      'It says 1840, the value of Bergen: it was copied.',
      edit('src/thresholds.ts', 'mandal: 1840', 'mandal: 1650'),
      run('npm test', tests()),
    ),
    say('Mandal has 1650 mm now, the others are as they were. Tests are green.'),
  ],
}
