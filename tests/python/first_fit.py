"""First fit over time as a class: what the tests and bench/speed/doors.sh hold against C."""
import ullage


class FirstFit(ullage.Policy):
    """sim/policies/first_fit.c, word for word."""
    every = 0

    def on_arrived(self, view, tasks):
        for task in tasks:
            for machine in view.machines:
                if machine.is_up and view.fits(task, machine):
                    view.put(task, machine)
                    break
            else:
                view.put(task, view.rent(view.cheapest(task)))

    def on_ended(self, view, task, machine):
        if machine.is_up and machine.n_on == 0:
            view.release(machine)
