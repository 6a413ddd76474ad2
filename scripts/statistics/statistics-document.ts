import { shapes } from './shapes.ts'
import { anyCallShare, type Draws, power, shapeFigures, trueMean } from './simulate.ts'

const taskCounts = [8, 12, 20] as const

/** Layouts in which intervals and tests are measured: tasks alone, then tasks of workspaces that resemble each other. */
const layouts = [
  ...taskCounts.map((tasks) => ({ tasks, workspaces: null, correlation: 0 })),
  { tasks: 20, workspaces: 8, correlation: 0.3 },
  { tasks: 20, workspaces: 8, correlation: 0.6 },
] as const

const families = [
  { metrics: 9, variants: 1 },
  { metrics: 27, variants: 1 },
  { metrics: 27, variants: 3 },
] as const

const places = [
  ...layouts.slice(0, 3),
  { tasks: 12, workspaces: 6, correlation: 0.3 },
  { tasks: 20, workspaces: 8, correlation: 0.3 },
] as const

/** The document on how the statistics behave, every figure of which comes from the draws. */
export function statisticsDocument(draws: Draws): string {
  return `${[opening(draws), anyCalls(draws), intervals(draws), powers(draws), limits(draws)].join('\n\n')}\n`
}

function opening({ seed, experiments, resamples }: Draws): string {
  return `# How the statistics behave

Made by \`npm run statistics\`, which simulates experiments and gives them to the functions that experiments are judged
by: seed ${seed}, ${experiments.toLocaleString('en-US')} experiments for each figure (half as many over 27 metrics, a quarter with three variants, twice as many for intervals),
${resamples.toLocaleString('en-US')} resamples each (two and a half times as many where anything is called, twice as many for intervals). The same seed gives the same figures. A share of 5 % over ${experiments.toLocaleString('en-US')} experiments is off by up to
${(196 * Math.sqrt((0.05 * 0.95) / experiments)).toFixed(1)} points in 95 of 100 simulations.

## What is done

- **Primary metric**: one metric decides. It is a family by itself: all variants against the baseline on it, corrected by
  Holm at 2 %. **All other** metrics and variants together are one more family at 2 %, and **time** is one by itself at
  1 %, since it differs from run to run and no other p value may. So anything at all is called by mistake in at most 5 of
  100 experiments.
- **All other metrics** of one variant come from the same cells. Were it like the baseline, each cluster could as well have
  had all its differences the other way round. So the signs of a cluster are flipped in all metrics together, every
  metric has a p value under each pattern of signs, and an observed one is held against the smallest of each pattern, step
  by step (minimum p, Westfall and Young). Metrics that show the same count as one, and so do those that could hardly
  reach a small p value. All patterns are counted up to 13 clusters that differ; beyond, as many are drawn as there are
  resamples. Metrics with values in too few workspaces are flipped by task and corrected as one more variant.
- **Variants** share a baseline but no signs: over them the correction is Holm's. A variant counts until its last
  comparison is called. One of which nothing could have been called, whatever the signs, does not count (Tarone).
- **Clusters**: workspace above task above checkpoint. Intervals and tests draw workspaces where the tasks come from five
  or more, else tasks. A task whose workspace is unknown stands for itself. Under five tasks nothing is called.
- **Test**: exact sign-flip test of the sums of clusters. **Interval**: at each end the further out of the bootstrap-t
  and Student's t with the jackknife standard error.
- **Better**, **worse**: corrected p at most 2 % (of time 1 %), and the interval on one side of zero and not within the margin.
- **No difference**: the interval lies within the margin, and two one-sided tests at 5 % agree, each the larger p value of
  the bootstrap-t and Student's t.
- **Not worse**: the whole interval lies above minus the margin.`
}

/** As many patterns of signs as resolve the level over three variants. */
function withPatterns(draws: Draws): Draws {
  return { ...draws, resamples: Math.ceil(2.5 * draws.resamples) }
}

function anyCalls(draws: Draws): string {
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

${table(['metrics', 'variants', 'tasks', 'workspaces', 'any call'], rows)}`
}

function intervals(draws: Draws): string {
  const many = { ...draws, experiments: 2 * draws.experiments, resamples: 2 * draws.resamples }
  const measured = shapes.flatMap((shape) => {
    const truth = trueMean(shape)
    // What a shape draws of its own accord has no room for what a workspace adds.
    const own = shape.id === 'drops' || shape.id === 'one-sided zeros' ? layouts.slice(0, 3) : layouts
    return own.map((layout) => ({ shape, layout, figures: shapeFigures(shape, layout, truth, many) }))
  })
  const rows = measured.map(({ shape, layout, figures }) => [
    shape.id,
    ...placeCells(layout),
    percent(figures.coverage),
    percent(figures.above),
    percent(figures.equivalent),
    percent(figures.within),
  ])
  const outside = measured.filter(({ figures: { coverage } }) => coverage < 0.94 || coverage > 0.96)
  const [low, high] = [
    outside.filter(({ figures }) => figures.coverage < 0.94),
    outside.filter(({ figures }) => figures.coverage > 0.96),
  ]
  const named = (list: typeof outside): string =>
    [...Map.groupBy(list, ({ shape }) => shape.id)]
      .map(([id, own]) => `${id} (${own.map(({ layout }) => placeWords(layout)).join(', ')})`)
      .join('; ')
  return `## Intervals, equivalence, non-inferiority

Coverage is the share of 95 % intervals that hold the true mean difference; 94 to 96 % is the aim. The three shares of
error are taken where it is easiest to err, at the very edge of the margin (two spreads of a task): how often *not worse*
holds although the variant is worse by the margin (should be at most 2.5 %), how often the two one-sided tests pass
although the difference is the margin (at most 5 %), and how often *no difference* is reached there.

${table(['shape', 'tasks', 'workspaces', 'coverage', 'not worse', 'equivalence', 'no difference'], rows)}

Shapes: ${shapes.map(({ id, about }) => `**${id}**, ${about}`).join('; ')}.

Below 94 %: ${low.length === 0 ? 'none' : named(low)}. Above 96 %: ${high.length === 0 ? 'none' : named(high)}. Intervals that are too wide cost power and call nothing
by mistake. With long tails a few tasks do not show what the tail holds, and no interval from them can.`
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
- A comparison of which most tasks show no difference is called late: what counts is how many tasks differ.
- The two one-sided tests pass too often where a few tasks lose much and their number is small (_drops_). The verdict
  asks for the whole interval within the margin as well, which errs less.`
}

type Place = { readonly tasks: number; readonly workspaces: number | null; readonly correlation: number }

function placeCells({ tasks, workspaces, correlation }: Place): readonly string[] {
  return [`${tasks}`, workspaces === null ? 'none' : `${workspaces} (correlation ${correlation})`]
}

function placeWords({ tasks, workspaces, correlation }: Place): string {
  return workspaces === null ? `${tasks} tasks` : `${workspaces} workspaces at ${correlation}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
