/**
 * The dashboard with what agents see of their members. The features are layered and don't know each other's parts; only
 * this file joins them.
 */
import { DashboardScreen } from '#features/dashboard/console/DashboardScreen.tsx';

const loadAgentFigures = () => import('#features/agents/console/home/AgentFigures.tsx');

function HomeScreen() {
  return <DashboardScreen loadAgentFigures={loadAgentFigures} />;
}

export { HomeScreen as Screen };
