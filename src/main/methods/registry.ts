import type { CondensationProvider } from '../kernel/provider.ts'
import { composedProvider } from './agents/composed.ts'
import { abStrategy } from './combine/ab.ts'
import { adaptiveStrategy } from './combine/adaptive.ts'
import { costAwareStrategy } from './combine/cost-aware.ts'
import { pipelineStrategy } from './combine/pipeline.ts'
import { preferencesStrategy } from './combine/preferences.ts'
import { progressiveStrategy } from './combine/progressive.ts'
import { qualityFirstStrategy } from './combine/quality-first.ts'
import { externalProvider } from './external/external.ts'
import { losslessProvider } from './own/lossless/lossless.ts'
import { nativeProvider } from './own/native/native.ts'
import { slidingWindowProvider } from './own/sliding-window/sliding-window.ts'
import { smartProvider } from './own/smart/smart.ts'
import { truncationProvider } from './own/truncation/truncation.ts'
import { vendorProvider } from './vendors/vendor.ts'

/** Every provider there is, in the order in which the doors list them. */
export const providers: readonly CondensationProvider[] = [
  losslessProvider,
  truncationProvider,
  nativeProvider,
  smartProvider,
  slidingWindowProvider,
  composedProvider,
  externalProvider,
  vendorProvider,
  pipelineStrategy,
  adaptiveStrategy,
  costAwareStrategy,
  qualityFirstStrategy,
  progressiveStrategy,
  preferencesStrategy,
  abStrategy,
]

/** The provider of an id, or undefined. */
export function findProvider(id: string): CondensationProvider | undefined {
  return providers.find((provider) => provider.id === id)
}
