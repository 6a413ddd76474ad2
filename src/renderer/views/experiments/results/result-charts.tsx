import { useExperiment } from '../experiment-context.ts'
import styles from './charts.module.css'
import { DifferenceChart } from './difference-chart.tsx'
import { IntervalChart } from './interval-chart.tsx'
import { ParetoChart } from './pareto-chart.tsx'

/** The plots: what is saved against what is kept, the differences one by one, cost and time. */
export function ResultCharts() {
  const { metrics, names } = useExperiment()
  const metricOf = (id: string) => metrics.find((metric) => metric.id === id)
  const [reduction, recall] = [metricOf('reduction'), metricOf('continuation-recall')]
  const [cost, duration] = [metricOf('cost'), metricOf('duration')]
  return (
    <div className={styles.charts}>
      {reduction && recall && <ParetoChart x={reduction} y={recall} />}
      {names.order.length > 1 && <DifferenceChart />}
      {cost && <IntervalChart metric={cost} title="Cost" />}
      {duration && <IntervalChart metric={duration} title="Latency" />}
    </div>
  )
}
