/** Features that Playwright turns off itself: of two lists the browser takes the last one. */
const offInPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
] as const

/** Pages of the browser's own, in a process of their own, that come with each window: a tenth of the time of a test. */
const popupsOfTheAddressBar = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'] as const

/** What the browser of the end-to-end tests is started with. */
export const browserArguments: readonly string[] = [
  '--disable-background-networking',
  '--disable-gpu',
  `--disable-features=${[...offInPlaywright, ...popupsOfTheAddressBar].join(',')}`,
]

/** Keeps all pages in one process, where what was compiled for one page serves the next: half the work of a load. */
export const oneProcessForAllPages: readonly string[] = [
  '--disable-site-isolation-trials',
  '--process-per-site',
]

/**
 * A page of a test lives for seconds: what its scripts are optimised into, by either compiler, is thrown away before it has
 * paid, and a larger space for what is young spares most of the sweeping. A fifth of the processor time of a test.
 */
export const scriptsOfShortLife =
  '--js-flags=--no-turbofan --no-maglev --min-semi-space-size=32 --max-semi-space-size=64'
