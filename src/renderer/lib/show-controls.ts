export { showControls } from '../../shared/lib/show-controls.ts'
