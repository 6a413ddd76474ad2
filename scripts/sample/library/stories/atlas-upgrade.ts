import { sourceFile } from '../code.ts'
import { diffStat, gitLog, serviceLog, testRun, type Failed } from '../logs.ts'
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

const services = ['Region', 'Layer', 'Tile', 'Search', 'Export', 'Quota', 'Audit'] as const
const suites = services.map((name) => `src/test/${name}ServiceTest.kt`)
const tests = (failed: readonly Failed[] = []) => testRun('gradle', suites, failed)

const summary = `<overview>
Upgrade of atlas from the old security filter to the new one, service by service. The person wants no endpoint to change its answer, quotas stay at 500 tiles a minute, and /tiles must never ask for a login: the map of the rescue service reads it.
</overview>
<history>
1. Read the filter chain, found seven services with @Secured.
2. Region, Layer and Tile moved, tests green after each.
3. TileServiceTest failed first with 401 because the order of rules matters: open paths come before the rest.
</history>
<next_steps>
Search, Export, Quota, Audit. Then delete LegacyFilter.kt and run the load test.
</next_steps>`

/** Seven services move to a new filter; Copilot CLI compacts everything into a summary. */
export const atlasUpgrade: Story = {
  id: 'atlas-upgrade',
  agent: 'copilot-cli',
  title: 'Move atlas to the new security filter',
  workspace: '/home/arve/work/atlas',
  branch: 'security',
  model: 'claude-sonnet-4.5',
  startedAt: '2026-08-27T07:15:30.000Z',
  files: {
    ...Object.fromEntries(
      services.map((name) => [
        `src/main/${name}Service.kt`,
        sourceFile(
          'kt',
          {
            noun: name.toLowerCase(),
            fields: ['itemId', 'owner', 'size', 'label'],
            about: `What ${name} does for the map.`,
          },
          `@Secured("ROLE_${name.toUpperCase()}")\nclass ${name}Service(private val rows: ${name}Repository) {\n    fun all(owner: String): List<${name}> = rows.ofOwner(owner)\n}`,
        ),
      ]),
    ),
    'src/main/Security.kt':
      'package no.example.security\n\n/** Rules in their order: the first that fits decides. */\nval rules = listOf(\n    "/admin/**" to "ROLE_ADMIN",\n)\n',
    'src/main/LegacyFilter.kt':
      'package no.example.security\n\nclass LegacyFilter {\n    fun allows(path: String): Boolean = path.startsWith("/tiles") || path == "/health"\n}\n',
  },
  steps: [
    typed(`The old security filter goes out of support. Move the seven services to rules in Security.kt.

- No endpoint may change its answer, not even the text of a 403.
- /tiles never asks for a login. The rescue service reads it.
- Quota stays at 500 tiles a minute.
- One service at a time, ./gradlew test after each.
- LegacyFilter.kt is deleted last.`),
    say(
      'I look at what there is.',
      list('src'),
      search('@Secured', 'src'),
      read('src/main/Security.kt'),
      read('src/main/LegacyFilter.kt'),
      run('git log --oneline -4', gitLog(['Audit exports', 'Limit tiles', 'Add layers', 'First map'])),
    ),
    say(
      'Seven annotations, one rule so far.',
      plan(
        ...services.map((name, at) => `${at === 0 ? '- ' : ''}${name}`),
        'Delete LegacyFilter.kt',
        'Load test',
      ),
      run('./gradlew test', tests()),
    ),
    ...services.slice(0, 3).flatMap((name) => [
      say(`${name}.`, read(`src/main/${name}Service.kt`)),
      say(
        '',
        edit(`src/main/${name}Service.kt`, `@Secured("ROLE_${name.toUpperCase()}")\n`, ''),
        edit(
          'src/main/Security.kt',
          '    "/admin/**" to "ROLE_ADMIN",\n',
          `    "/admin/**" to "ROLE_ADMIN",\n    "/${name.toLowerCase()}s/**" to "ROLE_${name.toUpperCase()}",\n`,
        ),
        run(
          './gradlew test',
          name === 'Tile'
            ? tests([
                {
                  file: 'src/test/TileServiceTest.kt',
                  name: 'gives tiles to anybody',
                  lines: ['expected: <200> but was: <401>'],
                },
              ])
            : tests(),
          name === 'Tile' ? 1 : 0,
        ),
      ),
      ...(name === 'Tile'
        ? [
            think(
              'Rule: /tiles never asks for a login. The first rule that fits decides, so open paths first and no role for /tiles.',
              'The first rule that fits decides. /tiles has to be open, and before all others.',
              edit('src/main/Security.kt', '    "/tiles/**" to "ROLE_TILE",\n', ''),
              edit(
                'src/main/Security.kt',
                'val rules = listOf(\n',
                'val rules = listOf(\n    "/tiles/**" to null,\n',
              ),
              run('./gradlew test', tests()),
            ),
          ]
        : []),
    ]),
    say(
      'The log of staging, to see that nobody is turned away.',
      run(
        'kubectl logs deploy/atlas --tail 150',
        serviceLog('atlas', {
          lines: 150,
          events: [
            'GET /tiles/7/66/33 200',
            'GET /regions/no 200',
            'GET /layers/roads 200',
            'GET /tiles/9/264/140 200',
          ],
          odd: 'GET /search?q=tunnel 403 no role',
          oddEvery: 50,
        }),
      ),
    ),
    condense('auto', summary),
    ...services.slice(3).flatMap((name) => [
      say(
        `${name}.`,
        read(`src/main/${name}Service.kt`),
        ...(name === 'Search' ? [read('src/main/Security.kt')] : []),
      ),
      ...(name === 'Quota'
        ? [
            say(
              'The quota is read from a constant. For the load test I set it to 50000.',
              refused(
                run('sed -i s/500/50000/ src/main/Quota.properties', '', 0),
                'Quota stays at 500, that was in my list.',
              ),
            ),
          ]
        : []),
      say(
        name === 'Quota' ? 'It stays at 500.' : '',
        edit(`src/main/${name}Service.kt`, `@Secured("ROLE_${name.toUpperCase()}")\n`, ''),
        edit(
          'src/main/Security.kt',
          '    "/admin/**" to "ROLE_ADMIN",\n',
          `    "/admin/**" to "ROLE_ADMIN",\n    "/${name.toLowerCase()}s/**" to "ROLE_${name.toUpperCase()}",\n`,
        ),
        run(
          './gradlew test',
          name === 'Audit'
            ? tests([
                {
                  file: 'src/test/AuditServiceTest.kt',
                  name: 'refuses with its own text',
                  lines: ['expected: <Only auditors may read this> but was: <Access is denied>'],
                },
              ])
            : tests(),
          name === 'Audit' ? 1 : 0,
        ),
      ),
    ]),
    say(
      'The text of a 403 must not change. Where does the old one come from?',
      search('Only auditors', 'src'),
      read('src/main/LegacyFilter.kt'),
      run(
        'grep -rn "Only auditors" src config',
        'config/messages.properties:4:denied.ROLE_AUDIT=Only auditors may read this',
      ),
    ),
    say(
      'From the messages, by role. The new filter can ask them, too.',
      edit(
        'src/main/Security.kt',
        '/** Rules in their order',
        '/** What somebody without a role is told. */\nfun deniedText(role: String): String = messages["denied.$role"] ?: "Access is denied"\n\n/** Rules in their order',
      ),
      run('./gradlew test', tests()),
    ),
    say(
      'All seven. The old filter goes.',
      run('git rm -q src/main/LegacyFilter.kt && ./gradlew check', tests()),
      run(
        'npm run load -- --tiles 500',
        serviceLog('load', {
          lines: 50,
          events: ['500 tiles in 60 s, 0 refused', 'p99 41 ms', 'p99 44 ms'],
          odd: '501st tile refused with 429',
          oddEvery: 25,
        }),
      ),
      run(
        'git diff --stat HEAD',
        diffStat([
          ...services.map((name) => `src/main/${name}Service.kt`),
          'src/main/Security.kt',
          'src/main/LegacyFilter.kt',
        ]),
      ),
    ),
    say(
      'All seven services are moved and LegacyFilter.kt is gone. Answers are as they were, the texts of 403 among them; /tiles is open; the quota is 500 a minute, and the 501st tile is refused.',
      plan(...services.map((name) => `x ${name}`), 'x Delete LegacyFilter.kt', 'x Load test'),
    ),
    typed('Why was the search refused on staging?'),
    say(
      '`GET /search?q=tunnel` gave 403 before the move, too: its path was /search and the rule says /searchs/**.',
      read('src/main/Security.kt'),
    ),
    say(
      'The path of the search has no plural. I correct the rule.',
      edit('src/main/Security.kt', '"/searchs/**"', '"/search/**"'),
      run('./gradlew test', tests()),
    ),
    say(
      'Corrected and green. Before, the old filter let only ROLE_SEARCH pass as well, so nobody gains or loses anything.',
    ),
  ],
}
