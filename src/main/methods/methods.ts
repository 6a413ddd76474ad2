import type { Method } from '../kernel/method.ts'
import { composedMethod } from './agents/composed.ts'
import { abStrategy } from './combine/ab.ts'
import { adaptiveStrategy } from './combine/adaptive.ts'
import { costAwareStrategy } from './combine/cost-aware.ts'
import { pipelineStrategy } from './combine/pipeline.ts'
import { preferencesStrategy } from './combine/preferences.ts'
import { progressiveStrategy } from './combine/progressive.ts'
import { qualityFirstStrategy } from './combine/quality-first.ts'
import { externalMethod } from './external/external.ts'
import { losslessMethod } from './own/lossless/lossless.ts'
import { nativeMethod } from './own/native/native.ts'
import { slidingWindowMethod } from './own/sliding-window/sliding-window.ts'
import { smartMethod } from './own/smart/smart.ts'
import { truncationMethod } from './own/truncation/truncation.ts'
import { verbatimMethod } from './own/verbatim/verbatim.ts'
import { recordedMethod } from './recorded/recorded.ts'
import { vendorMethod } from './vendors/vendor.ts'

/** Every provider there is, in the order in which the doors list them. */
export const methods: readonly Method[] = [
  losslessMethod,
  truncationMethod,
  verbatimMethod,
  nativeMethod,
  smartMethod,
  slidingWindowMethod,
  composedMethod,
  externalMethod,
  vendorMethod,
  recordedMethod,
  pipelineStrategy,
  adaptiveStrategy,
  costAwareStrategy,
  qualityFirstStrategy,
  progressiveStrategy,
  preferencesStrategy,
  abStrategy,
]

/** The provider of an id, or undefined. */
export function findMethod(id: string): Method | undefined {
  return methods.find((provider) => provider.id === id)
}
