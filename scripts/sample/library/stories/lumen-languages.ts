import { sourceFile } from '../code.ts'
import { testRun, type Failed } from '../logs.ts'
import {
  condense,
  edit,
  list,
  plan,
  read,
  refused,
  run,
  say,
  search,
  think,
  typed,
  type Story,
} from '../story.ts'

const screens = ['Home', 'Scene', 'Schedule', 'Sensor', 'Group', 'Account', 'Pairing', 'History'] as const
const suites = screens.map((name) => `app/src/test/${name}ScreenTest.kt`)
const tests = (failed: readonly Failed[] = []) => testRun('gradle', suites, failed)

const hard: Readonly<Record<string, readonly [string, string]>> = {
  Home: ['title = "My lamps"', 'title = strings.get("home.title")'],
  Scene: ['hint = "No scene yet"', 'hint = strings.get("scene.none")'],
  Schedule: ['label = "Every " + days + " days"', 'label = strings.plural("schedule.every", days)'],
  Sensor: ['label = "Motion at " + time', 'label = strings.format("sensor.motion", time)'],
  Group: ['label = count.toString() + " lamps"', 'label = strings.plural("group.lamps", count)'],
  Account: ['title = "Sign out"', 'title = strings.get("account.signOut")'],
  Pairing: ['hint = "Hold the button for 5 seconds"', 'hint = strings.get("pairing.hold")'],
  History: ['label = "Used " + kwh + " kWh"', 'label = strings.format("history.used", kwh)'],
}

const summary = `The user wants all texts of the eight screens of lumen to come from strings, so that Finnish and Polish can follow.
Rules of the user: keys are screen.name in camelCase; plurals go through strings.plural, never "lamp(s)"; strings-en.json is sorted by key and a script checks it; the pairing text was tested with people and must stay word by word; minSdk stays 26.
Done: Home, Scene, Schedule, Sensor (tests green).
Open: Group, Account, Pairing, History; then sort strings-en.json and run ./gradlew check.`

/** Eight screens get their texts from a table; Gemini CLI compresses and keeps the end. */
export const lumenLanguages: Story = {
  id: 'lumen-languages',
  agent: 'gemini-cli',
  title: 'Texts of all screens from one table',
  workspace: '/home/arve/apps/lumen',
  branch: 'strings',
  model: 'gemini-3.1-pro-preview',
  startedAt: '2026-09-03T09:30:12.000Z',
  files: {
    ...Object.fromEntries(
      screens.map((name) => [
        `app/src/main/${name}Screen.kt`,
        sourceFile(
          'kt',
          {
            noun: `${name.toLowerCase()}Item`,
            fields: ['itemId', 'room', 'level', 'note'],
            about: `What the screen ${name} shows.`,
          },
          `class ${name}Screen(private val strings: Strings) {\n    fun render(days: Int, count: Int, time: String, kwh: String): View = View(\n        ${hard[name]?.[0] ?? ''},\n    )\n}`,
        ),
      ]),
    ),
    'app/src/main/strings-en.json': '{\n  "app.name": "Lumen"\n}\n',
  },
  isSerial: true,
  steps: [
    typed(`Before we translate lumen, all texts of its eight screens have to come from strings-en.json.

Rules:
1. Keys are screen.name in camelCase.
2. Plurals go through strings.plural. Never write "lamp(s)".
3. strings-en.json is sorted by key, ./gradlew check fails otherwise.
4. The text of the pairing screen was tested with people. It stays word by word.
5. minSdk stays 26.`),
    say(
      'I look at the screens.',
      list('app'),
      search('"', 'app/src/main'),
      read('app/src/main/strings-en.json'),
    ),
    say(
      'One text in each screen, two of them with numbers.',
      plan(...screens.map((name, at) => `${at === 0 ? '- ' : ''}${name}`), 'Sort and check'),
    ),
    ...screens.slice(0, 4).flatMap((name) => [
      say(`${name}.`, read(`app/src/main/${name}Screen.kt`)),
      say(
        '',
        edit(`app/src/main/${name}Screen.kt`, hard[name]?.[0] ?? '', hard[name]?.[1] ?? ''),
        run(
          `./gradlew test --tests ${name}ScreenTest`,
          name === 'Schedule'
            ? testRun(
                'gradle',
                [`app/src/test/${name}ScreenTest.kt`],
                [
                  {
                    file: `app/src/test/${name}ScreenTest.kt`,
                    name: 'says every day for one',
                    lines: ['expected: <Every day> but was: <Every 1 days>'],
                  },
                ],
              )
            : testRun('gradle', [`app/src/test/${name}ScreenTest.kt`]),
          name === 'Schedule' ? 1 : 0,
        ),
      ),
      ...(name === 'Schedule'
        ? [
            think(
              'plural needs forms one and other.',
              'The forms for one and for many are missing in the table.',
              edit(
                'app/src/main/strings-en.json',
                '"app.name": "Lumen"',
                '"app.name": "Lumen",\n  "schedule.every": { "one": "Every day", "other": "Every %d days" }',
              ),
              run(
                `./gradlew test --tests ${name}ScreenTest`,
                testRun('gradle', [`app/src/test/${name}ScreenTest.kt`]),
              ),
            ),
          ]
        : []),
    ]),
    say(
      'Four of eight. The table gets what these need.',
      edit(
        'app/src/main/strings-en.json',
        '"app.name": "Lumen",',
        '"app.name": "Lumen",\n  "home.title": "My lamps",\n  "scene.none": "No scene yet",\n  "sensor.motion": "Motion at %s",',
      ),
      run('./gradlew test', tests()),
    ),
    condense('auto', summary),
    ...screens
      .slice(4)
      .flatMap((name) => [
        say(
          `${name}.`,
          read(`app/src/main/${name}Screen.kt`),
          ...(name === 'Group' ? [read('app/src/main/strings-en.json')] : []),
        ),
        ...(name === 'Pairing'
          ? [
              say(
                'I make the text a little shorter, as it goes to a small screen.',
                refused(
                  edit(
                    'app/src/main/strings-en.json',
                    '"app.name": "Lumen",',
                    '"app.name": "Lumen",\n  "pairing.hold": "Hold button 5 s",',
                  ),
                  'Rule 4: that text was tested with people and stays word by word.',
                ),
              ),
            ]
          : []),
        say(
          name === 'Pairing' ? 'Word by word.' : '',
          edit(`app/src/main/${name}Screen.kt`, hard[name]?.[0] ?? '', hard[name]?.[1] ?? ''),
          run(
            `./gradlew test --tests ${name}ScreenTest`,
            testRun('gradle', [`app/src/test/${name}ScreenTest.kt`]),
          ),
        ),
      ]),
    say(
      'The rest of the table, and the check.',
      edit(
        'app/src/main/strings-en.json',
        '"app.name": "Lumen",',
        '"app.name": "Lumen",\n  "pairing.hold": "Hold the button for 5 seconds",\n  "account.signOut": "Sign out",\n  "group.lamps": { "one": "One lamp", "other": "%d lamps" },\n  "history.used": "Used %s kWh",',
      ),
      run(
        './gradlew check',
        '> Task :app:checkStrings FAILED\nstrings-en.json is not sorted: pairing.hold stands before account.signOut\nBUILD FAILED in 9s',
        1,
      ),
    ),
    say(
      'Sorted by key.',
      run(
        "node -e \"const f='app/src/main/strings-en.json',s=JSON.parse(require('fs').readFileSync(f));require('fs').writeFileSync(f,JSON.stringify(Object.fromEntries(Object.entries(s).sort()),null,2)+'\\n')\" && ./gradlew check",
        tests(),
      ),
    ),
    say(
      'All eight screens read their texts from strings-en.json, 9 keys, sorted. Plurals go through strings.plural, the pairing text is word for word the old one, minSdk is 26. ./gradlew check is green.',
      plan(...screens.map((name) => `x ${name}`), 'x Sort and check'),
    ),
    typed('Are there texts left in notifications?'),
    say(
      'I look.',
      search('setContentText', 'app'),
      run(
        'grep -rn "setContentText(\\"" app/src/main | head',
        'app/src/main/notify/Battery.kt:22:        .setContentText("Battery is low")',
      ),
    ),
    say(
      'One: "Battery is low" in notify/Battery.kt. It is no screen, so I left it; say so and it gets the key battery.low.',
    ),
  ],
}
