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

const modules = ['invoice', 'line', 'vat', 'discount', 'deposit', 'credit', 'reminder', 'pdf'] as const
const suites = modules.map((name) => `tests/${name}.test.ts`)
const tests = (failed: readonly Failed[] = []) => testRun('vitest', suites, failed)
const wrong = (file: string): Failed => ({
  file: `tests/${file}.test.ts`,
  name: 'sums of lines are the sum of the invoice',
  lines: ['AssertionError: expected 1249.9900000000002 to be 1249.99'],
})

const summary = `## Task
Sums on harvest's invoices are off by a cent: amounts are euros in floating point. Move to whole cents, module by module.

## Rules
- VAT is rounded per invoice, not per line (tax office, letter of 3 March).
- The JSON of the shop API keeps euros with two decimals: { "total": 12.50 }.
- Deposits are never discounted.
- No big bang: after each module all tests are green.

## State
invoice, line, vat, discount are on cents. src/money.ts has cents() and euros().

## Next
deposit, credit, reminder, pdf, then the API.`

/** Amounts become whole cents in eight modules; Cline writes a compaction beside its messages. */
export const harvestInvoices: Story = {
  id: 'harvest-invoices',
  agent: 'cline-sdk',
  title: 'Invoices in whole cents',
  workspace: '/home/lea/projects/harvest',
  branch: 'cents',
  model: 'claude-sonnet-4-5',
  startedAt: '2026-07-21T10:05:55.000Z',
  files: {
    ...Object.fromEntries(
      modules.map((name) => [
        `src/${name}.ts`,
        sourceFile(
          'ts',
          { noun: name, fields: ['numberId', 'farm', 'amount', 'note'], about: `The ${name} of an invoice.` },
          `export function ${name}Sum(amounts: readonly number[], rate: number): number {\n  return amounts.reduce((sum, amount) => sum + Math.round(amount * rate * 100) / 100, 0)\n}`,
        ),
      ]),
    ),
    'src/money.ts':
      '/** Euros as they are shown. */\nexport function euros(amount: number): string {\n  return amount.toFixed(2)\n}\n',
  },
  isSerial: true,
  steps: [
    typed(`Some invoices show 1249.99 and their lines add up to 1250.00. All amounts are euros in floating point. Please move to whole cents, one module after the other.

- VAT is rounded once per invoice, not per line. The tax office wants it so.
- The shop's API keeps its JSON: euros with two decimals.
- Deposits are never discounted.
- All tests are green after each module. No big bang.`),
    say(
      'I look around.',
      list('src'),
      read('src/money.ts'),
      read('src/invoice.ts'),
      run('npm test', tests([wrong('invoice')]), 1),
    ),
    say(
      'There is the cent. The plan:',
      plan(...modules.map((name, at) => `${at === 0 ? '- ' : ''}${name}`), 'API'),
    ),
    say(
      'One place for both directions.',
      edit(
        'src/money.ts',
        '/** Euros as they are shown. */',
        '/** Whole cents of euros as the API has them. */\nexport function cents(euros: number): number {\n  return Math.round(euros * 100)\n}\n\n/** Euros as they are shown. */',
      ),
    ),
    ...modules
      .slice(0, 4)
      .flatMap((name) => [
        say(`${name}.`, read(`src/${name}.ts`)),
        say(
          '',
          edit(
            `src/${name}.ts`,
            'sum + Math.round(amount * rate * 100) / 100, 0)',
            name === 'vat' ? 'sum + Math.round(amount * rate), 0)' : 'sum + amount * rate, 0)',
          ),
          run('npm test', name === 'vat' ? tests([wrong('vat')]) : tests(), name === 'vat' ? 1 : 0),
        ),
        ...(name === 'vat'
          ? [
              think(
                'I rounded per line. The rule says once per invoice.',
                'I rounded each line, and your rule says once per invoice. The test is right.',
                edit(
                  'src/vat.ts',
                  '  return amounts.reduce((sum, amount) => sum + Math.round(amount * rate), 0)',
                  '  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * rate)',
                ),
                run('npm test', tests()),
              ),
            ]
          : []),
      ]),
    say(
      'Half of the modules.',
      plan(...modules.map((name, at) => `${at < 4 ? 'x ' : at === 4 ? '- ' : ''}${name}`), 'API'),
    ),
    condense('auto', summary),
    ...modules.slice(4).flatMap((name) => [
      say(
        `${name}.`,
        read(`src/${name}.ts`),
        ...(name === 'deposit' ? [read('src/money.ts'), search('discountSum', 'src')] : []),
      ),
      ...(name === 'credit'
        ? [
            say(
              'A credit note could take the discount from the deposit, too.',
              refused(
                edit(
                  'src/credit.ts',
                  'export function creditSum',
                  '// with discount of deposit\nexport function creditSum',
                ),
                'Deposits are never discounted. Third rule of my first message.',
              ),
            ),
          ]
        : []),
      say(
        name === 'credit' ? 'Right, I leave deposits alone.' : '',
        edit(`src/${name}.ts`, 'sum + Math.round(amount * rate * 100) / 100, 0)', 'sum + amount * rate, 0)'),
        run(
          'npm test',
          name === 'pdf'
            ? tests([
                {
                  file: 'tests/pdf.test.ts',
                  name: 'shows euros with two decimals',
                  lines: ['AssertionError: expected "124999.00" to be "1249.99"'],
                },
              ])
            : tests(),
          name === 'pdf' ? 1 : 0,
        ),
      ),
    ]),
    say(
      'The page shows cents as euros. `euros` takes cents from now on.',
      edit(
        'src/money.ts',
        '  return amount.toFixed(2)',
        "  return `${Math.trunc(amount / 100)}.${String(Math.abs(amount % 100)).padStart(2, '0')}`",
      ),
      run('npm test', tests()),
    ),
    say(
      'The API last.',
      search('total', 'src'),
      run(
        'grep -n "total" -r src/api | head',
        'src/api/order.ts:18:  return { total: sum }\nsrc/api/order.ts:40:  const { total } = body',
      ),
    ),
    say(
      'Both directions at the edge.',
      run(
        "sed -i '18s/sum/sum \\/ 100/; 40s/.*/  const total = cents(body.total)/' src/api/order.ts && npm test",
        tests(),
      ),
      run('npm run contract', 'GET /orders/1042 total 12.5 expected "12.50"\n1 failed', 1),
    ),
    think(
      'JSON numbers have no trailing zeros: 12.50 is 12.5 as a number. Was the contract comparing text before? Check git stash.',
      'As a number 12.50 is 12.5 in JSON. How was it before?',
      run('git stash -q && npm run contract; git stash pop -q', 'GET /orders/1042 total 12.50\nall passed'),
    ),
    say(
      'Before, a text was written by hand. I keep that.',
      run(
        "sed -i '18s/total: sum \\/ 100/total: raw(euros(sum))/' src/api/order.ts && npm run contract && npm test",
        `all passed\n${tests()}`,
      ),
    ),
    say(
      'Amounts are whole cents in all eight modules; VAT is rounded once per invoice, deposits are not discounted, the API has euros with two decimals as before. Lines add up to the invoice in all 8 412 invoices of last year.',
      run(
        'npm run recount -- 2025',
        '8412 invoices, 0 differ from their lines, 31 differ from what was sent (one cent each)',
      ),
    ),
    typed('31 that differ from what was sent, can I have the numbers?'),
    say(
      '',
      run(
        'npm run recount -- 2025 --list',
        Array.from(
          { length: 31 },
          (_, at) => `25-${String(1031 + at * 263).padStart(5, '0')} ${at % 3 === 0 ? '+' : '-'}0.01`,
        ).join('\n'),
      ),
    ),
    say(
      'Here they are: 31 invoices, each one cent. All were sent, so they stay; the next reminder run does not touch them.',
    ),
  ],
}
