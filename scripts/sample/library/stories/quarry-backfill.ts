import { sourceFile } from '../code.ts'
import { serviceLog, testRun } from '../logs.ts'
import { condense, edit, list, plan, read, refused, run, say, think, typed, type Story } from '../story.ts'

const stages = ['extract', 'clean', 'join', 'price', 'aggregate', 'publish'] as const
const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'] as const

const monthLog = (month: string, odd: string): string =>
  serviceLog(`backfill-${month}`, {
    lines: 44,
    events: stages.map((stage) => `${stage} of ${month}: 48 files`),
    odd,
    oddEvery: 22,
  })

const summary = `## Goal
Backfill quarry for January to July 2026 after prices were wrong in the join, month by month.

## Constraints
- A month at a time, never two at once: the warehouse has one slot.
- Checksums of published files go into backfill/ledger.csv.
- Files that customers already fetched (published/sent) are never overwritten; a correction gets the suffix -r2.
- Stop when a month differs by more than 0.5 % in tonnes.

## Progress
- Cause: join.py matched prices by month of delivery, not of order. Mended, with a test.
- 2026-01 -0.11 %, 2026-02 +0.02 %, 2026-03 -0.31 %: published as -r2.

## Next
2026-04 to 2026-07, then the note to customers (backfill/NOTE.md).`

/** Seven months are run again, one after the other; a compaction in the middle keeps the last answers. */
export const quarryBackfill: Story = {
  id: 'quarry-backfill',
  agent: 'pi',
  title: 'Backfill seven months of deliveries',
  workspace: '/home/tuva/data/quarry',
  branch: 'main',
  model: 'claude-sonnet-4-5',
  startedAt: '2026-08-11T18:22:09.000Z',
  files: {
    ...Object.fromEntries(
      stages.map((stage) => [
        `quarry/${stage}.py`,
        sourceFile(
          'py',
          {
            noun: stage,
            fields: ['deliveryId', 'site', 'tonnes', 'price'],
            about: `Stage ${stage} of the pipeline.`,
          },
          stage === 'join'
            ? `def price_of(prices, row):\n    """The price of the month of a delivery."""\n    return prices[row.delivered_at[:7]]`
            : `def ${stage}_all(rows):\n    """Does stage ${stage} for a month."""\n    return [${stage}_of_record(row) for row in rows]`,
        ),
      ]),
    ),
    'backfill/ledger.csv': 'month,rows,tonnes,sha256\n',
    'README.md': '# quarry\n\nDeliveries of eleven quarries, priced by the month of the order.\n',
  },
  isSerial: true,
  steps: [
    typed(`Prices of all months of this year are wrong where an order was placed in one month and delivered in the next. The README says by the month of the order, the code does something else. Mend it and backfill January to July.

Please keep to this:
- One month at a time, never two at once. The warehouse has one slot and others need it.
- Write the checksum of each published file to backfill/ledger.csv.
- Files under published/sent have been fetched by customers and are never overwritten. Corrections get the suffix -r2.
- Stop and ask when the tonnes of a month differ by more than 0.5 %. Tonnes must not change through prices at all, so something else would be wrong.`),
    say(
      'I read the pipeline.',
      list('quarry'),
      read('README.md'),
      read('quarry/join.py'),
      read('quarry/price.py'),
    ),
    say(
      '`price_of` takes the month of the delivery. The README and your bill say order. A test first.',
      run(
        'python -m pytest -q tests/test_join.py -k order',
        testRun(
          'pytest',
          ['tests/test_join.py'],
          [
            {
              file: 'tests/test_join.py',
              name: 'price is that of the month of the order',
              lines: ['E   assert 41200 == 39800'],
            },
          ],
        ),
        1,
      ),
    ),
    say(
      '',
      edit(
        'quarry/join.py',
        '    """The price of the month of a delivery."""\n    return prices[row.delivered_at[:7]]',
        '    """The price of the month of an order."""\n    return prices[row.ordered_at[:7]]',
      ),
      run(
        'python -m pytest -q',
        testRun(
          'pytest',
          stages.map((stage) => `tests/test_${stage}.py`),
        ),
      ),
    ),
    say(
      'Green. I keep a list.',
      plan(
        'x Mend join.py',
        ...months.map((month, at) => `${at === 0 ? '- ' : ''}Backfill ${month}`),
        'Note to customers',
      ),
    ),
    ...months
      .slice(0, 3)
      .flatMap((month, at) => [
        say(
          `${month}.`,
          run(
            `python -m quarry.backfill ${month} --dry-run`,
            monthLog(month, 'price of the next month was used before'),
          ),
        ),
        say(
          '',
          run(
            `python -m quarry.backfill ${month} --publish --suffix r2`,
            `published/${month}-r2.parquet\nrows 18${at}402 tonnes ${['-0.11', '+0.02', '-0.31'][at]} %`,
          ),
          run(
            `sha256sum published/${month}-r2.parquet | cut -c1-12`,
            ['9b1f0c77aa02', 'e410d2ab9c13', '77c0a1f0be54'][at] ?? '',
          ),
        ),
        say(
          '',
          edit(
            'backfill/ledger.csv',
            at === 0 ? 'month,rows,tonnes,sha256\n' : `${months[at - 1]},`,
            at === 0
              ? `month,rows,tonnes,sha256\n${month},180402,-0.11,9b1f0c77aa02\n`
              : `${month},18${at}402,${['', '+0.02', '-0.31'][at]},${['', 'e410d2ab9c13', '77c0a1f0be54'][at]}\n${months[at - 1]},`,
          ),
        ),
      ]),
    condense('auto', summary),
    say(
      'April. I look at the ledger to go on where I was.',
      read('backfill/ledger.csv'),
      run('python -m quarry.backfill 2026-04 --dry-run', monthLog('2026-04', 'delivery without an order')),
    ),
    think(
      'Dry run says rows without an order. That could change tonnes. Check the difference.',
      'Deliveries without an order are new here. What is the difference in tonnes?',
      run(
        'python -m quarry.backfill 2026-04 --compare',
        'tonnes before 412 880.2 after 406 991.7 (-1.43 %)',
        1,
      ),
    ),
    say(
      '1.43 % is over your limit of 0.5 %, so I stop. 212 deliveries of April have no order: the join drops them, as there is no month to price them by.',
      read('quarry/join.py'),
      read('quarry/extract.py'),
    ),
    typed(
      'Good that you asked. Those are deliveries on account, they have no order. Price them by the month of delivery as before.',
    ),
    say(
      '',
      edit(
        'quarry/join.py',
        '    return prices[row.ordered_at[:7]]',
        '    month = row.ordered_at or row.delivered_at\n    return prices[month[:7]]',
      ),
      run('python -m pytest -q tests/test_join.py', testRun('pytest', ['tests/test_join.py'])),
      run('python -m quarry.backfill 2026-04 --compare', 'tonnes before 412 880.2 after 412 880.2 (0.00 %)'),
    ),
    say(
      '0.00 % now. But then January to March lost deliveries on account, too: −0.11 and −0.31 % were these. I run the rest of the months at the same time to save an hour, and these three again.',
      refused(
        run(
          'for m in 2026-01 2026-02 2026-03 2026-04; do python -m quarry.backfill $m --publish & done',
          '',
          0,
        ),
        'One at a time! The slot is shared.',
      ),
    ),
    say('One at a time, as you said at the start.'),
    ...months.flatMap((month, at) => [
      say(
        at === 0
          ? 'January again. Nobody has fetched the files of this evening, they are not in published/sent.'
          : `${month}.`,
        run(
          `python -m quarry.backfill ${month} --publish --suffix r2`,
          `published/${month}-r2.parquet\nrows 18${at}40${at} tonnes 0.00 %`,
        ),
        run(
          `sha256sum published/${month}-r2.parquet | tee -a backfill/sums | cut -c1-12`,
          `${(at + 3) * 7}c0a1f0be5${at}`,
        ),
      ),
    ]),
    say(
      'All seven. The ledger and the note.',
      read('backfill/ledger.csv'),
      run(
        'python tools/ledger.py backfill/sums > backfill/ledger.csv && cat backfill/ledger.csv',
        [
          'month,rows,tonnes,sha256',
          ...months.map((month, at) => `${month},18${at}40${at},0.00,${(at + 3) * 7}c0a1f0be5${at}`),
        ].join('\n'),
      ),
    ),
    say(
      'January to July are published as -r2, tonnes 0.00 % off in each month, prices by the month of the order and for deliveries on account by that of the delivery. Checksums are in backfill/ledger.csv, nothing under published/sent was touched.',
    ),
  ],
}
