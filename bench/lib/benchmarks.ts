import { commandLine } from '../cases/command-line.ts'
import { countTokens } from '../cases/count-tokens.ts'
import { damagedFilesBenchmark } from '../cases/damaged-files.ts'
import { estimates } from '../cases/estimates.ts'
import { experiment } from '../cases/experiment.ts'
import { figures } from '../cases/figures.ts'
import { growth } from '../cases/growth.ts'
import { help } from '../cases/help.ts'
import { home } from '../cases/home.ts'
import { hostileFilesBenchmark } from '../cases/hostile-files.ts'
import { hostile } from '../cases/hostile.ts'
import { importing } from '../cases/import.ts'
import { largeTask } from '../cases/large-task.ts'
import { library } from '../cases/library.ts'
import { peers } from '../cases/peers.ts'
import { providerBenchmark } from '../cases/providers.ts'
import { quality } from '../cases/quality.ts'
import { queue } from '../cases/queue.ts'
import { recount } from '../cases/recount.ts'
import { reductions } from '../cases/reductions.ts'
import { replay } from '../cases/replay.ts'
import { search } from '../cases/search.ts'
import { tabs } from '../cases/tabs.ts'
import { variants } from '../cases/variants.ts'
import type { Benchmark } from './benchmark.ts'

/** Every benchmark, in the order in which all of them run. */
export const benchmarks: readonly Benchmark[] = [
  countTokens,
  recount,
  providerBenchmark('lossless'),
  providerBenchmark('truncation'),
  providerBenchmark('smart'),
  peers,
  estimates,
  reductions,
  growth,
  hostile,
  hostileFilesBenchmark,
  importing,
  damagedFilesBenchmark,
  largeTask,
  variants,
  experiment,
  queue,
  figures,
  quality,
  replay,
  library,
  search,
  home,
  tabs,
  commandLine,
  help,
]
