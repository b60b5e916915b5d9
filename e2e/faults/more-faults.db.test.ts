import { fieldOfFaults, testFaults } from './rounds.ts';

testFaults(fieldOfFaults(), 1);
