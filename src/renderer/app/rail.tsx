import { Tooltip } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { routes } from '../lib/routes.ts'
import styles from './rail.module.css'
import { screens } from './screens.ts'

/** The screens as icons with names. A task belongs to the Library, a result to the Runs, an experiment to the Experiments. */
export function Rail() {
  const [location] = useLocation()
  const current = screenOf(location)
  return (
    <nav className={styles.rail} aria-label="Screens">
      {screens.map((screen) => (
        <Tooltip key={screen.route} label={screen.label} position="right">
          <Link
            href={screen.route}
            className={styles.link ?? ''}
            aria-label={screen.label}
            aria-current={current === screen.route ? 'page' : undefined}
          >
            <screen.icon size={20} stroke={1.5} aria-hidden />
          </Link>
        </Tooltip>
      ))}
    </nav>
  )
}

function screenOf(location: string): string {
  if (location.startsWith('/task')) return routes.library
  if (location.startsWith('/run/')) return routes.runs
  if (location.startsWith('/experiment/')) return routes.experiments
  return location.split('/', 2).join('/')
}
