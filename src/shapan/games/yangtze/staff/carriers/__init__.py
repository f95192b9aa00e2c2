"""What carries others: ``carriage`` says who drives, sails, lands and goes aboard. ``wheels`` is for vehicles and
trains, by ``roads``, and ``convoy`` brings loads away; ``afloat`` is for vessels, whose courses ``steering`` finds."""
