import type { RealCells } from './cells.ts'
import { countFalseCalls, type Coverage, measureCoverage } from './coverage.ts'
import { anyCallShare, type Draws, power } from './simulate.ts'

const taskCounts = [8, 12, 20] as const

const families = [
  { metrics: 9, variants: 1 },
  { metrics: 27, variants: 1 },
  { metrics: 27, variants: 3 },
] as const

const places = [
  ...taskCounts.map((tasks) => ({ tasks, workspaces: null, correlation: 0 })),
  { tasks: 12, workspaces: 6, correlation: 0.3 },
  { tasks: 20, workspaces: 8, correlation: 0.3 },
] as const

/** The document on how the statistics behave, every figure of which comes from the draws. */
export function statisticsDocument(draws: Draws, cells: RealCells): string {
  const sections = [
    opening(draws),
    intervals(cells, draws),
    anyCalls(cells, draws),
    powers(draws),
    limits(draws),
  ]
  return `${sections.join('\n\n')}\n`
}

function opening({ seed, experiments, resamples }: Draws): string {
  return `# How the statistics behave

Made by \`npm run statistics\`, which simulates experiments and gives them to the functions that experiments are judged
by: seed ${seed}, ${experiments.toLocaleString('en-US')} experiments for each figure (half as many over 27 metrics, a quarter with three variants),
${resamples.toLocaleString('en-US')} resamples each (two and a half times as many where anything is called, twice as many for intervals). The same seed gives the same figures. A share of 5 % over ${experiments.toLocaleString('en-US')} experiments is off by up to
${(196 * Math.sqrt((0.05 * 0.95) / experiments)).toFixed(1)} points in 95 of 100 simulations.

## What is done

- **Primary metric**: one metric decides. All variants are held against the baseline on it, corrected by Holm at 2 %. **All other** metrics and
  variants together are one more family at 2 %, **time** is one by itself at 1 %, since it differs from run to run. So anything at all is called
  by mistake in at most 5 of 100 experiments.
- **All other metrics** of one variant come from the same cells, so the signs of a cluster are flipped in all of them together (minimum p, Westfall
  and Young). Metrics that show the same count as one, and so do those that could hardly reach a small p value. All patterns are counted up to 13
  clusters that differ; beyond, as many are drawn as there are resamples. Metrics with values in too few workspaces are flipped by task and
  corrected as one more variant.
- **Variants** share a baseline but no signs: over them the correction is Holm's. One of which nothing could have been called does not count (Tarone).
- **Clusters**: workspace above task above checkpoint. Intervals and tests draw workspaces where the tasks come from five
  or more, else tasks. A task whose workspace is unknown stands for itself. Under five tasks nothing is called.
- **Test**: exact sign-flip test of the sums of clusters.
- **Interval** of a mean: at each end the further out of the bootstrap-t and Student's t with the jackknife standard error.
  There is **none where fewer than five clusters differ** from what most of them show: such a sample does not know how far
  the rare ones go. Ends of percentages allow for an unseen task at the end of the scale in four times as many.
- **Dollars** are told by the middle difference, and its interval is all values that a sign-flip test of the clusters does not
  rule out. A mean of dollars has no interval: a few tasks decide it, and 12 others know nothing of them.
- **Better**, **worse**: corrected p at most 2 % (of time 1 %), and the interval on one side of zero and not within the
  margin. Where there is no interval because most clusters show the same difference, p alone.
- **No difference**: the interval lies within the margin, and two one-sided tests at 5 % agree, each the larger p value of
  the bootstrap-t and Student's t. Without an interval: all clusters show the same, within the margin.
- **Not worse**: the whole interval lies above minus the margin.`
}

/** As many patterns of signs as resolve the level over three variants. */
function withPatterns(draws: Draws): Draws {
  return { ...draws, resamples: Math.ceil(2.5 * draws.resamples) }
}

function anyCalls(cells: RealCells, draws: Draws): string {
  const rows = families.flatMap(({ metrics, variants }) =>
    places.map((place) => {
      const share = metrics < 20 ? 1 : variants === 1 ? 0.5 : 0.25
      const own = { ...withPatterns(draws), experiments: Math.ceil(draws.experiments * share) }
      const called = anyCallShare({ ...place, metrics, variants }, own)
      return [`${metrics}`, `${variants}`, ...placeCells(place), percent(called)]
    }),
  )
  return `## Identical variants

Share of experiments in which anything is called better or worse, over all metrics and variants together. It should be at
most 5 %. Metrics are correlated (0.36); a third each is a share cut at 1, log-normal, and zero at four of five
checkpoints; tasks have 1 to 5 checkpoints. In workspaces, 0.3 of the noise of a variant is common to all tasks of one.

${table(['metrics', 'variants', 'tasks', 'workspaces', 'any call'], rows)}

Of the real cells above, two methods exchanged or not in each workspace by the toss of a coin: ${realTasks
    .map((tasks) => `${percent(countFalseCalls(cells, tasks, withPatterns(draws)))} at ${tasks} tasks`)
    .join(', ')}.`
}

/** Sizes of experiments over real cells. */
const realTasks = [12, 20] as const

function intervals(cells: RealCells, draws: Draws): string {
  const many = { ...draws, experiments: draws.experiments / 2, resamples: 2 * draws.resamples }
  const measured = realTasks.flatMap((tasks) =>
    measureCoverage(cells, tasks, many).map((one) => ({ ...one, tasks })),
  )
  const own = Map.groupBy(measured, ({ figure, isDifference }) => `${figure} ${isDifference}`)
  const rows = [...own.values()].map((sizes) => [
    sizes[0]?.figure ?? '',
    sizes[0]?.isDifference === true ? 'difference' : 'mean',
    `${sizes[0]?.populations ?? 0}`,
    ...sizes.flatMap((one) => [percent(one.shown), percent(one.held), range(one)]),
  ])
  const workspaces = new Set(cells.cuts.map(({ workspace }) => workspace)).size
  const tasks = new Set(cells.cuts.map(({ task }) => task)).size
  return `## Intervals over real cells

What ${cells.methods.length} methods came to at ${cells.cuts.length} cuts of ${tasks} real tasks in ${workspaces} workspaces (\`scripts/statistics/cells.json\`, numbers alone) is taken
as all there is. Of it 12 and 20 tasks are drawn with replacement by workspace, three of one at most, ${many.experiments.toLocaleString('en-US')} times for each method
and each pair. _Shown_: draws that have an interval. _Holds_: intervals that hold the true value, over all methods or pairs,
then where it is lowest and highest. 93 to 97 % is the aim.

${table(
  [
    'figure',
    'of',
    'methods, pairs',
    ...realTasks.flatMap((count) => [`shown, ${count} tasks`, 'holds', 'lowest to highest']),
  ],
  rows,
)}

Far ends are those of figures of which a task in forty is all that counts: 12 tasks seldom hold it, and no interval knows. Above
97 % are figures of which many tasks are exactly alike: ends fall on values, and there is none in between.`
}

function range({ lowest, highest }: Coverage): string {
  return `${(100 * lowest).toFixed(0)} to ${(100 * highest).toFixed(0)}`
}

function powers(draws: Draws): string {
  const rows = taskCounts.flatMap((tasks) =>
    [0.5, 0.8, 1.2].map((effect) => [
      `${tasks}`,
      `${effect}`,
      percent(power({ tasks, effect, comparisons: 1, correlation: 0 }, withPatterns(draws))),
      ...[0, 0.5, 0.9].map((correlation) =>
        percent(power({ tasks, effect, comparisons: 10, correlation }, withPatterns(draws))),
      ),
    ]),
  )
  return `## Power

Share of experiments in which a true difference is called, in standard deviations of the difference of a task, as the
primary metric and as one of ten secondary metrics of a variant of which the others show nothing. These have nothing, half,
or nine tenths of their variance in common.

${table(['tasks', 'difference', 'primary', 'one of ten', 'correlated (0.5)', 'correlated (0.9)'], rows)}

Every comparison says what it could have found: the smallest difference that its tasks show with 80 % power.`
}

function limits(draws: Draws): string {
  const few = { tasks: 20, workspaces: 3, correlation: 0.3, metrics: 9, variants: 1 }
  const called = anyCallShare(few, { ...withPatterns(draws), experiments: Math.ceil(draws.experiments / 4) })
  return `## What does not hold

- Tasks of fewer than five workspaces are drawn one by one. Where tasks of one workspace resemble each other, verdicts
  hold for these workspaces and not for others, and results say so: with 20 tasks of 3 workspaces and the noise of
  above, which differs from workspace to workspace, ${percent(called)} of experiments call something that other workspaces would not show.
- Six workspaces that agree have a p value of 3 %, which calls nothing: verdicts take seven clusters. Among secondary
  metrics that have little in common it takes more: 9 clusters for 5 of them, 10 for 10, 12 for 40. With fewer, nothing
  secondary is called. Metrics that show the same take fewer.
- A comparison of which most tasks show no difference is called late: what counts is how many tasks differ.`
}

type Place = { readonly tasks: number; readonly workspaces: number | null; readonly correlation: number }

function placeCells({ tasks, workspaces, correlation }: Place): readonly string[] {
  return [`${tasks}`, workspaces === null ? 'none' : `${workspaces} (correlation ${correlation})`]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
