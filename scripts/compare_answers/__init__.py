"""The parts of scripts/compare-answers: questions, answers, their facts, and the report."""
